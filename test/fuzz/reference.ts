import {
  execute,
  getNamedType,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  locatedError,
  responsePathAsArray,
  versionInfo,
  visit,
} from 'graphql';
import { onceFor } from '../../src/base/once.js';
import type { Variables } from '../../src/execution/coercion.js';
import { FieldCollector } from '../../src/execution/collect-fields.js';
import { SelectionCompiler } from '../../src/execution/compile-selection.js';
import type { Context } from '../../src/graphql/builder.js';
import type { ExecuteRun } from '../../src/operation/execute.js';

interface ReferenceContext extends Context {
  /** Errors beside values. */
  readonly reported: GraphQLError[];
}

const executeRun: ExecuteRun = async ({ operation, request }, context, schema) => {
  const reported: GraphQLError[] = [];
  const result = await execute({
    schema: toReferenceSchema(schema),
    // graphql-js 16 ignores `@defer` and `@stream`, and 17 executes no document that has them.
    document: visit(operation.ast, {
      Directive: ({ name }) =>
        name.value === 'defer' || name.value === 'stream' ? null : undefined,
    }),
    options: { maxCoercionErrors: 10 },
    // Its getters stay getters: a session that is not there must not be asked for.
    contextValue: Object.create(context, { reported: { value: reported } }) as ReferenceContext,
    variableValues: { ...request.variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  });
  return reported.length === 0
    ? result
    : { ...result, errors: [...(result.errors ?? []), ...reported] };
};

/** The options of a façade whose operations graphql-js executes, without incremental delivery. */
export const byReference = { executeRun };

/**
 * graphql-js 17 executes no schema in which it finds `@defer`. Introspection lists the directives
 * without looking for one.
 */
const toReferenceSchema = onceFor((schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type)) Object.values(type.getFields()).forEach(completeInfo);
  // It has all members of its prototype.
  return Object.create(schema, { getDirective: { value: () => undefined } }) as GraphQLSchema;
});

/**
 * Has a resolver get the members of our info that graphql-js does not have. Two schemas may share a
 * type.
 */
const completeInfo = onceFor((field: GraphQLField<unknown, ReferenceContext>): void => {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (source, args, context, info) =>
    resolve(source, args, context, 'report' in info ? info : completed(info, context));
});

function completed(info: GraphQLResolveInfo, { reported }: ReferenceContext): GraphQLResolveInfo {
  const { schema, fragments, fieldNodes, path, variableValues } = info;
  const variables = (
    versionInfo.major < 17 ? variableValues : variableValues['coerced']
  ) as Variables;
  const own = {
    variables,
    report: (error: Error) =>
      reported.push(locatedError(error, fieldNodes, responsePathAsArray(path))),
    get field() {
      const collector = new FieldCollector(schema, fragments, variables, undefined);
      // It is looked at for connections.
      const type = getNamedType(info.returnType) as GraphQLObjectType;
      const nodes = fieldNodes.map((node) => ({ node }));
      const selection = new SelectionCompiler(collector).compile(type, nodes, {
        around: [],
        depth: 0,
      });
      const names = responsePathAsArray(path).filter((key) => typeof key === 'string');
      return { type: { kind: 'object', selection }, path: names.join('.') };
    },
    ...info,
  };
  return own;
}

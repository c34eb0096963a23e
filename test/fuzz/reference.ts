import {
  execute,
  type GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  locatedError,
  responsePathAsArray,
  visit,
} from 'graphql';
import { onceFor } from '../../src/execution/coercion.js';
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
      Directive: ({ name }) => (name.value === 'defer' || name.value === 'stream' ? null : undefined),
    }),
    options: { maxCoercionErrors: 10 },
    contextValue: { ...context, reported } satisfies ReferenceContext,
    variableValues: { ...request.variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  });
  return reported.length === 0 ? result : { ...result, errors: [...(result.errors ?? []), ...reported] };
};

/** The options of a façade whose operations graphql-js executes, without incremental delivery. */
export const byReference = { executeRun };

/** graphql-js 17 executes no schema in which it finds `@defer`. Introspection lists the directives without looking for one. */
const toReferenceSchema = onceFor((schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type)) Object.values(type.getFields()).forEach(completeInfo);
  // It has all members of its prototype.
  return Object.create(schema, { getDirective: { value: () => undefined } }) as GraphQLSchema;
});

/** Has a resolver get what compiled queries give it beside the info of graphql-js. Two schemas may share a type. */
const completeInfo = onceFor((field: GraphQLField<unknown, ReferenceContext>): void => {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (source, args, context, info) => {
    const { fieldNodes, path } = info;
    const report = (error: Error): void =>
      void context.reported.push(locatedError(error, fieldNodes, responsePathAsArray(path)));
    return resolve(source, args, context, 'report' in info ? info : { ...info, ...{ report } });
  };
});

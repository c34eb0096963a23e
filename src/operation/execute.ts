import {
  type DocumentNode,
  execute,
  getVariableValues,
  type GraphQLError,
  type GraphQLSchema,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config.js';
import { CompiledQuery } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import { Work } from '../execution/work.js';
import type { IncrementalExecutionResult } from '../execution/incremental-message.js';
import type { Context } from '../graphql/builder.js';
import { kindOfError } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { PartnerError } from '../partner/error.js';
import { type CheckedOperation, isIncrementalDirective } from './documents/checked-operation.js';
import type { InFlightOperation } from './in-flight-operation.js';
import type { Run } from './observation.js';
import { badRequest } from './parameters.js';

type Executed = MeasuredResult | AsyncIterable<IncrementalExecutionResult>;

/** @param inFlight undefined for an operation that does not read the Partner API */
export type Execute = (run: Run, inFlight: InFlightOperation | undefined) => Executed | Promise<Executed>;

/** Fields of all compiled queries that are kept; each takes a few kilobytes. */
const maxFields = 3000;

/** Fields of the largest compiled query that is kept: one request must not displace all others. */
const maxFieldsOfOne = 500;

/** Each message of incremental delivery is printed in one piece, so such a response has fewer fields and items. */
const maxIncrementalNodes = 100_000;

/**
 * Executes operations by queries that are compiled once (`execution/`). `@defer` and `@stream` are delivered incrementally
 * to a client that accepts it, and have no effect for any other.
 *
 * @param isPlanned false to have graphql-js execute all operations
 */
export function createExecute(
  schema: GraphQLSchema,
  { INTROSPECTION, MAX_RESPONSE_NODES: maxNodes, MAX_PAGE_SIZE: maxPageSize }: Settings,
  isPlanned: boolean,
): Execute {
  const referenceSchema = isPlanned ? undefined : toReferenceSchema(schema);

  const hideSuggestions = !INTROSPECTION;
  return (run, inFlight) => {
    const { errorBehavior, operation, query, summary, request, exported } = run;
    if (!isPlanned && errorBehavior !== 'PROPAGATE') return { errors: [referenceRefusal()] };
    const spec = operation.isIncremental ? request.incremental : undefined;
    const max = spec === undefined ? maxNodes : Math.min(maxNodes, maxIncrementalNodes);
    const ended = (): Error | undefined => inFlight?.endReason;
    const work = new Work({ errorBehavior, maxNodes: max, ended, kindOf: kindOfError });
    const context: Context = {
      maxPageSize,
      work,
      partner: inFlight?.session ?? noSession,
      exportedPath: exported?.path,
      summary,
      prefetched: 0,
      reported: undefined,
    };
    if (referenceSchema !== undefined)
      return executeByReference(referenceSchema, run, context, hideSuggestions);
    const variables = request.variables ?? {};
    const executed =
      spec === undefined
        ? query.execute(context, variables, work)
        : query.executeIncrementally(context, variables, work, spec);
    return executed ?? variableErrors(schema, run, hideSuggestions);
  };
}

/** Compiles queries, and keeps the most recent ones. */
export function createCompiledQueries(schema: GraphQLSchema): (operation: CheckedOperation) => CompiledQuery {
  const cache = new LRUCache<CheckedOperation, CompiledQuery>({
    maxSize: maxFields,
    maxEntrySize: maxFieldsOfOne,
    sizeCalculation: ({ fields }) => fields,
  });
  return (operation) => {
    const cached = cache.get(operation);
    if (cached !== undefined) return cached;
    const compiled = new CompiledQuery(schema, operation.ast, operation.definition);
    cache.set(operation, compiled);
    return compiled;
  };
}

const referenceRefusal = (): GraphQLError =>
  badRequest('graphql-js executes the operations of this façade, and knows no onError but PROPAGATE.');

/** Only introspection is executed without a session, and its resolvers use none. */
const noSession = new Proxy(Object.create(null) as Session, {
  get() {
    throw new PartnerError('UNAUTHENTICATED', 'The request has no credential to read the Partner API with.');
  },
});

/** Each error repeats the whole value of its variable before its message is cut. */
const maxCoercionErrors = 10;

function variableErrors(
  schema: GraphQLSchema,
  { operation, request }: Run,
  hideSuggestions: boolean,
): MeasuredResult {
  const { variableDefinitions = [] } = operation.definition;
  const options = { maxErrors: maxCoercionErrors, hideSuggestions };
  return {
    errors: getVariableValues(schema, variableDefinitions, request.variables ?? {}, options).errors ?? [],
  };
}

/**
 * graphql-js 16 ignores `@defer` and `@stream`; 17 executes neither a schema in which it finds them nor a document that has
 * them. Introspection lists the directives without looking for one.
 */
const toReferenceSchema = (schema: GraphQLSchema): GraphQLSchema =>
  // It has all members of its prototype.
  Object.create(schema, { getDirective: { value: () => undefined } }) as GraphQLSchema;

async function executeByReference(
  schema: GraphQLSchema,
  { operation, request }: Run,
  contextValue: Context,
  hideSuggestions: boolean,
): Promise<MeasuredResult> {
  const result = await execute({
    schema,
    hideSuggestions,
    options: { maxCoercionErrors },
    document: operation.isIncremental ? withoutIncremental(operation.ast) : operation.ast,
    contextValue,
    variableValues: { ...request.variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  });
  const { reported } = contextValue;
  return reported === undefined ? result : { ...result, errors: [...(result.errors ?? []), ...reported] };
}

const withoutIncremental = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: (node) => (isIncrementalDirective(node) ? null : undefined) });

import { getVariableValues, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config.js';
import { CompiledQuery, type Executed } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import { type ErrorBehavior, Work } from '../execution/work.js';
import type { Context } from '../graphql/builder.js';
import type { SelectionSummary } from '../graphql/cost/selected-field.js';
import { kindOfError } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import type { CheckedOperation } from './documents/checked-operation.js';
import type { ExportedList } from './exported-list.js';
import type { OperationObservation } from './observation.js';
import type { OperationRequest } from './operation-request.js';

/** A checked operation that is to run. */
export interface Run {
  readonly request: OperationRequest;
  readonly operation: CheckedOperation;
  readonly query: CompiledQuery;
  /** Of the query with the variables of the request, and with the list that is exported. */
  readonly summary: SelectionSummary;
  readonly errorBehavior: ErrorBehavior;
  readonly observation: OperationObservation;
  /** The list that is exported; undefined where the client gets a result. */
  readonly exported: ExportedList | undefined;
}

/** Executes a run in place of its compiled query. */
export type ExecuteRun = (run: Run, context: Context, schema: GraphQLSchema) => Promise<MeasuredResult>;

/** Fields of all compiled queries that are kept; each takes a few kilobytes. */
const maxFields = 3000;

/** Fields of the largest compiled query that is kept: one request must not displace all others. */
const maxFieldsOfOne = 500;

/** Each message of incremental delivery is printed in one piece, so such a response has fewer fields and items. */
const maxIncrementalNodes = 100_000;

/** Executes operations by queries that are compiled once (`execution/`), of which it keeps the most recent ones. */
export class Executor {
  private readonly compiled = new LRUCache<CheckedOperation, CompiledQuery>({
    maxSize: maxFields,
    maxEntrySize: maxFieldsOfOne,
    sizeCalculation: ({ fields }) => fields,
  });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly settings: Settings,
    private readonly executeRun: ExecuteRun | undefined,
  ) {}

  compiledQueryOf(operation: CheckedOperation): CompiledQuery {
    const cached = this.compiled.get(operation);
    if (cached !== undefined) return cached;
    const compiled = new CompiledQuery(this.schema, operation.ast, operation.definition);
    this.compiled.set(operation, compiled);
    return compiled;
  }

  /**
   * `@defer` and `@stream` are delivered incrementally to a client that accepts it, and have no effect for any other.
   *
   * @param session undefined for an operation that does not read the Partner API
   */
  execute(run: Run, session: Session | undefined): Executed | Promise<Executed> {
    const { errorBehavior, operation, query, summary, request } = run;
    const { MAX_RESPONSE_NODES: maxNodes, MAX_PAGE_SIZE: maxPageSize } = this.settings;
    const spec = operation.isIncremental ? request.incremental : undefined;
    const max = spec === undefined ? maxNodes : Math.min(maxNodes, maxIncrementalNodes);
    const ended = (): Error | undefined => session?.reader.requests.ended;
    const work = new Work({ errorBehavior, maxNodes: max, ended, kindOf: kindOfError });
    const context: Context = {
      maxPageSize,
      work,
      partner: session ?? noSession,
      summary,
      prefetched: 0,
    };
    if (this.executeRun !== undefined) return this.executeRun(run, context, this.schema);
    return query.execute(context, request.variables ?? {}, work, spec) ?? this.variableErrors(run);
  }

  private variableErrors({ operation, request }: Run): MeasuredResult {
    const { variableDefinitions = [] } = operation.definition;
    const options = { maxErrors: maxCoercionErrors, hideSuggestions: !this.settings.INTROSPECTION };
    const inputs = request.variables ?? {};
    const { errors = [] } = getVariableValues(this.schema, variableDefinitions, inputs, options);
    return { errors };
  }
}

/** Only introspection is executed without a session, and its resolvers use none. */
const noSession = {} as Session;

/** Each error repeats the whole value of its variable before its message is cut. */
const maxCoercionErrors = 10;

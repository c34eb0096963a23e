import { getVariableValues, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config.js';
import type { CheckedOperation } from '../document/checked-operation.js';
import { CompiledQuery, type Executed } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import { type Bounds, type ErrorBehavior, Work } from '../execution/work.js';
import type { Context } from '../graphql/builder.js';
import type { SelectionSummary } from '../graphql/cost/selected-field.js';
import { kindOfError } from '../graphql/error.js';
import { PartnerError } from '../partner/error.js';
import type { Session } from '../session/session.js';
import type { Backlog, BacklogEntry } from './backlog.js';
import type { InFlightOperation } from './in-flight-operation.js';
import type { OperationObservation } from './observation.js';
import type { OperationRequest } from './operation-request.js';

/** A checked operation that is to run. */
export interface Run {
  readonly request: OperationRequest;
  /** The query of a subscription, where it is one. */
  readonly operation: CheckedOperation;
  /** The subscription; undefined for a query. */
  readonly live: CheckedOperation['live'];
  readonly query: CompiledQuery;
  /** Of the query with the variables of the request, and with the list that is exported. */
  readonly summary: SelectionSummary;
  readonly errorBehavior: ErrorBehavior;
  readonly observation: OperationObservation;
}

/** Executes a run in place of its compiled query. */
export type ExecuteRun = (
  run: Run,
  context: Context,
  schema: GraphQLSchema,
) => Promise<MeasuredResult>;

/** Fields of all compiled queries that are kept; each takes a few kilobytes. */
const maxFields = 3000;

/** Fields of the largest compiled query that is kept: one request must not displace all others. */
const maxFieldsOfOne = 500;

/**
 * Each message of incremental delivery is printed in one piece, so such a response has fewer fields
 * and items.
 */
const maxIncrementalNodes = 100_000;

/**
 * Executes operations by queries that are compiled once (`execution/`), of which it keeps the most
 * recent ones.
 */
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
    private readonly backlog: Backlog,
  ) {}

  compiledQueryOf(operation: CheckedOperation): CompiledQuery {
    const cached = this.compiled.get(operation);
    if (cached !== undefined) return cached;
    const compiled = new CompiledQuery(this.schema, operation.ast, operation.definition);
    this.compiled.set(operation, compiled);
    return compiled;
  }

  /**
   * `@defer` and `@stream` are delivered incrementally to a client that accepts it, and have no
   * effect for any other.
   */
  execute(run: Run, inFlight: InFlightOperation): Executed | Promise<Executed> {
    const { operation, query, summary, request } = run;
    const spec = operation.isIncremental ? request.incremental : undefined;
    const work = new Work(
      new OperationBounds(run, inFlight, this.settings, this.backlog, spec !== undefined),
    );
    const { MAX_PAGE_SIZE: maxPageSize } = this.settings;
    const { session } = inFlight;
    const context: Context =
      session === undefined
        ? contextWithoutSession(maxPageSize, work, summary)
        : { maxPageSize, work, partner: session, summary, prefetched: 0 };
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

/** What one operation may cost, until it is over. A class for the reason given at `QueryRun`. */
class OperationBounds implements Bounds {
  readonly errorBehavior: ErrorBehavior;
  readonly maxNodes: number;
  readonly maxBytes: number;
  readonly kindOf = kindOfError;
  private entry: BacklogEntry | undefined;

  constructor(
    run: Run,
    private readonly inFlight: InFlightOperation,
    private readonly settings: Settings,
    private readonly backlog: Backlog,
    isIncremental: boolean,
  ) {
    const { MAX_RESPONSE_NODES: maxNodes, MAX_RESULT_BYTES: maxBytes } = settings;
    this.errorBehavior = run.errorBehavior;
    this.maxNodes = isIncremental ? Math.min(maxNodes, maxIncrementalNodes) : maxNodes;
    this.maxBytes = maxBytes;
  }

  ended(): Error | undefined {
    return this.inFlight.lifetime.ended;
  }

  /** Most results are too small to be counted. */
  grown(bytes: number): void {
    const { inFlight, backlog } = this;
    if (this.entry === undefined) {
      const entry = backlog.open(inFlight.session?.tenant, () =>
        inFlight.lifetime.end(this.noRoom()),
      );
      inFlight.lifetime.add({ end: () => entry.close() });
      this.entry = entry;
    }
    this.entry.hold(bytes);
  }

  private noRoom(): PartnerError {
    const { MAX_UNREAD_BYTES: maxBytes } = this.settings;
    return new PartnerError(
      'OPERATION_LIMIT_EXCEEDED',
      `The façade holds more than ${maxBytes} bytes of results that are not read yet (MAX_UNREAD_BYTES), and this one is ` +
        'the newest of whoever holds most. Read the others first, or request less at once.',
    );
  }
}

/**
 * That of an operation that needs no credential. A resolver that reads the Partner API there reads
 * what the check of the operation has not found.
 */
const contextWithoutSession = (
  maxPageSize: number,
  work: Work,
  summary: SelectionSummary,
): Context => ({
  maxPageSize,
  work,
  get partner(): Session {
    throw new PartnerError(
      'UNAUTHENTICATED',
      'The operation runs without a credential, and reads nothing from the Partner API.',
    );
  },
  summary,
  prefetched: 0,
});

/** Each error repeats the whole value of its variable before its message is cut. */
const maxCoercionErrors = 10;

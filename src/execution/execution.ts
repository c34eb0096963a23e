import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Variables } from './coercion.js';
import type { CompiledDefer, CompiledList, CompiledOperation } from './compiled-query.js';
import type { IncrementalRecord } from './incremental-record.js';
import type { ParentPath, ResultPath } from './result-path.js';
import type { OmittedErrors, Work } from './work.js';

/** The result of an execution, with its size and the errors that it does not list. */
export interface MeasuredResult extends ExecutionResult {
  /** Fields and list items. */
  readonly nodes?: number;
  readonly omittedErrors?: OmittedErrors;
}

/** Executes what `@defer` and `@stream` name, and delivers it later. */
export interface IncrementalDelivery {
  defer(
    execution: Execution,
    deferred: readonly CompiledDefer[],
    source: unknown,
    path: ParentPath,
    result: object,
  ): void;
  /** Completes the items of a list from `initialCount` on. */
  stream(
    execution: Execution,
    type: CompiledList,
    items: readonly unknown[],
    path: ResultPath,
    result: object,
  ): void;
}

/**
 * The execution of an operation, or of a part that is delivered later. A class: V8 may allocate object and array literals
 * as long-lived, and then keeps everything that they refer to, here all that the operation has read, until the next full
 * collection.
 */
export class Execution {
  data: Record<string, unknown> | null = null;
  errors: GraphQLError[] | undefined;
  /** Values that are not there yet. */
  pending = 0;
  /** Called when the last pending value is there. */
  onComplete: (() => void) | undefined;
  /** What it makes for incremental delivery; undefined for the initial result. */
  record: IncrementalRecord | undefined;

  /**
   * @param variables coerced
   * @param delivery undefined where everything is delivered at once
   */
  constructor(
    readonly operation: CompiledOperation,
    readonly context: unknown,
    readonly variables: Variables,
    readonly work: Work,
    readonly delivery: IncrementalDelivery | undefined,
  ) {}

  /** Puts a value that was pending into the result. */
  putPending(completed: unknown, path: ResultPath): void {
    path.put(completed);
    this.settlePending();
  }

  settlePending(): void {
    this.pending -= 1;
    if (this.pending === 0) this.onComplete?.();
  }
}

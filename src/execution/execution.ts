import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Variables } from './coercion.js';
import type { StreamUsage } from './deferred-fields.js';
import type { CompiledAs, CompiledDefer, CompiledOperation } from './compile-selection.js';
import { locate } from './field-error.js';
import { failed, type ResultPath } from './result-path.js';
import { type OmittedErrors, stopped, type Work } from './work.js';

/** The result of an execution, with its size and the errors that it does not list. */
export interface MeasuredResult extends ExecutionResult {
  /** Fields and list items. */
  readonly nodes?: number;
  readonly omittedErrors?: OmittedErrors;
}

/** Executes what `@defer` and `@stream` name, and delivers it later. */
export interface IncrementalDelivery {
  /** @param path of the object, which is `result` */
  defer(
    execution: Execution,
    deferred: readonly CompiledDefer[],
    source: unknown,
    path: ResultPath | undefined,
    result: object,
  ): void;
  /** What is streamed of a list; undefined for one that is delivered whole. */
  streamOf(execution: Execution, type: CompiledAs<'list'>): StreamUsage | undefined;
  /** Completes the items of a list from `initialCount` on. */
  stream(
    execution: Execution,
    type: CompiledAs<'list'>,
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
  /** The fields by their response names; the list that holds the item where one is streamed. */
  data: object | null = null;
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
   * @param base where its data belongs; undefined for the data of the operation
   */
  constructor(
    readonly operation: CompiledOperation,
    readonly context: unknown,
    readonly variables: Variables,
    readonly work: Work,
    readonly delivery?: IncrementalDelivery,
    readonly base?: ResultPath,
  ) {}

  /** Puts a value that was pending into the result. */
  putPending(completed: unknown, path: ResultPath): void {
    this.put(completed, path);
    this.settlePending();
  }

  settlePending(): void {
    this.pending -= 1;
    if (this.pending === 0) this.onComplete?.();
  }

  /** Puts a completed value into the result, or null into the nearest place around it that may be null. */
  put(completed: unknown, path: ResultPath): void {
    if (completed !== failed) {
      path.set(completed);
      return;
    }
    let place: ResultPath | undefined = path;
    while (place !== this.base && place?.isNullable === false) place = place.prev;
    if (place === undefined || place === this.base) this.data = null;
    else place.set(null);
  }

  /** Whether the result still holds a value at a path: an error below or above may have replaced it with null. */
  holds(value: unknown, path: ResultPath | undefined): boolean {
    let [held, place] = [value, path];
    for (; place !== undefined && place !== this.base; place = place.prev) {
      if (!place.holds(held)) return false;
      held = place.holder;
    }
    return this.data === held;
  }

  /** Lists the error of a field; its value is null where it may be, or where errors do not propagate. */
  fail(error: unknown, path: ResultPath): null | typeof failed {
    if (error === stopped) throw stopped;
    this.listError(error, path);
    return path.isNullable || this.work.errorBehavior === 'NULL' ? null : failed;
  }

  /** Lists an error at a path, unless the result lists too many already or the error ends the operation. */
  listError(error: unknown, path: ResultPath): void {
    const { work } = this;
    if (work.errorBehavior === 'HALT') work.end(locate(error, path));
    if (work.listsError(error, path)) (this.errors ??= []).push(locate(error, path));
  }
}

/** Where the part of a result belongs that is delivered later. */
interface Owner {
  readonly execution: Execution;
  /** The object or the list that the part extends. */
  readonly value: object;
}

/** Deferred fields of one object, or one streamed item. A class for the reason that `Execution` is one. */
export class IncrementalRecord {
  state: 'pending' | 'completed' | 'delivered' | 'dropped' = 'pending';
  /** What it is delivered with, in a format that announces that. */
  deliveries: readonly Delivery[] = [];

  /**
   * @param execution makes it
   * @param previous the record that must be delivered before: the one around this, or the item before
   * @param part which fields of the object, or the index of the streamed item
   */
  constructor(
    readonly execution: Execution,
    private readonly owner: Owner,
    readonly previous: IncrementalRecord | undefined,
    readonly label: string | undefined,
    readonly part: CompiledDefer | number,
  ) {}

  /** The record that it was found in; undefined in the initial result. */
  get around(): IncrementalRecord | undefined {
    return this.owner.execution.record;
  }

  isReady(): boolean {
    return this.state === 'completed' && (this.previous === undefined || this.previous.state === 'delivered');
  }

  /** Whether the result still holds what it belongs to. */
  hasOwner(): boolean {
    return this.owner.execution.holds(this.owner.value, this.execution.base);
  }
}

/** A deferred fragment of one object, or a streamed list. It is complete when all its records are. */
export class Delivery {
  /** Records that belong to it; a stream has its items in their order. */
  readonly records: IncrementalRecord[] = [];
  /** How many of them are not complete. */
  incomplete = 0;
  /** It is announced once what it belongs to is delivered. */
  state: 'hidden' | 'announced' | 'completed' | 'failed' = 'hidden';

  /**
   * @param path of the object or the list; undefined for the data of the operation
   * @param depth steps of that path
   * @param parent the deferred fragment that must be complete before
   * @param around the record that must be delivered before
   */
  constructor(
    readonly path: ResultPath | undefined,
    readonly depth: number,
    readonly label: string | undefined,
    readonly parent: Delivery | undefined,
    readonly around: IncrementalRecord | undefined,
  ) {}

  add(record: IncrementalRecord): void {
    this.records.push(record);
    this.incomplete += 1;
  }
}

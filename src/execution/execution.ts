import type { ExecutionResult, GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Variables } from './coercion.js';
import type { StreamUsage } from './collect-fields.js';
import type { CompiledAs, CompiledDefer, CompiledOperation } from './compile-selection.js';
import { failed, locate, type ResultPath } from './result-path.js';
import { type OmittedErrors, stopped, type Work } from './work.js';

/** How large a result is, as far as it was measured. */
export interface ResultSize {
  /** Fields and list items. */
  readonly nodes?: number;
  /** Of its text, errors left out: a byte for each character, so that some in UTF-8 have more. */
  readonly bytes?: number;
}

/** The result of an execution, with its size and the errors that it does not list. */
export interface MeasuredResult extends ExecutionResult, ResultSize {
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
  streamOf(execution: Execution, stream: StreamUsage): StreamUsage | undefined;
  /** Completes the items of a list that follow those of its `result`. */
  stream(
    execution: Execution,
    type: CompiledAs<'list'>,
    items: readonly unknown[],
    path: ResultPath,
    result: readonly unknown[],
  ): void;
}

/**
 * The execution of an operation, or of a part that is delivered later: deferred fields of one
 * object, or a streamed item. A class: V8 may allocate object and array literals as long-lived, and
 * then keeps everything that they refer to, here all that the operation has read, until the next
 * full collection.
 */
export class Execution {
  /** The fields by their response names; the list that holds the item where one is streamed. */
  data: object | null = null;
  errors: GraphQLError[] | undefined;
  /** Of the text of the data so far. */
  bytes = 0;
  /** Values that are not there yet. */
  pending = 0;
  /** Called when the last pending value is there. */
  onComplete: (() => void) | undefined;
  /** Of the data, in incremental delivery; `dropped` where nothing delivers them any more. */
  state: 'pending' | 'completed' | 'delivered' | 'dropped' = 'pending';
  /** What a part is delivered with: with the first that is complete. */
  deliveries: readonly Delivery[] | undefined;

  /**
   * @param variables coerced
   * @param delivery undefined where everything is delivered at once
   * @param around where a part was found; undefined for the operation itself, as what follows
   * @param owner the object or the list in the result that it extends
   * @param base the path of the owner; undefined for the data of the operation too
   * @param index of a streamed item
   */
  constructor(
    readonly operation: CompiledOperation,
    readonly context: unknown,
    readonly variables: Variables,
    readonly work: Work,
    readonly delivery?: IncrementalDelivery,
    readonly around?: Execution,
    readonly owner?: object,
    readonly base?: ResultPath,
    readonly index?: number,
  ) {}

  /** Counts bytes of the text that are about to be made; throws where the response has too many. */
  countBytes(bytes: number): void {
    this.bytes += bytes;
    this.work.countBytes(bytes);
  }

  putPending(completed: unknown, path: ResultPath): void {
    this.put(completed, path);
    this.settlePending();
  }

  settlePending(): void {
    this.pending -= 1;
    if (this.pending === 0) this.onComplete?.();
  }

  /**
   * Puts a completed value into the result, or null into the nearest place around it that may be
   * null.
   */
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

  /**
   * Whether the result has the owner of a part; not known, and false, until what is around it is
   * complete.
   */
  hasPlace(): boolean {
    const { state, around } = this;
    if (state === 'delivered') return true;
    return (
      around !== undefined &&
      around.state !== 'pending' &&
      this.isHeldBy(around) &&
      around.hasPlace()
    );
  }

  /** An error below or above the owner may have replaced it with null. */
  private isHeldBy(around: Execution): boolean {
    let held = this.owner;
    for (let place = this.base; place !== undefined && place !== around.base; place = place.prev) {
      if (!place.holds(held)) return false;
      held = place.holder;
    }
    return around.data === held;
  }

  /**
   * Lists the error of a field; its value is null where it may be, or where errors do not
   * propagate.
   */
  fail(error: unknown, path: ResultPath): null | typeof failed {
    if (error === stopped) throw stopped;
    this.listError(error, path);
    return path.isNullable || this.work.bounds.errorBehavior === 'NULL' ? null : failed;
  }

  /**
   * Lists an error at a path, unless the result lists too many already or the error ends the
   * operation.
   */
  listError(error: unknown, path: ResultPath): void {
    const { work } = this;
    if (work.bounds.errorBehavior === 'HALT') work.end(locate(error, path));
    if (work.listsError(error, path)) (this.errors ??= []).push(locate(error, path));
  }
}

/**
 * The `info` of a resolver. Its members are computed when they are read: few resolvers read any.
 */
export class ResolveInfo implements Pick<GraphQLResolveInfo, 'schema'> {
  constructor(
    private readonly execution: Execution,
    private readonly resultPath: ResultPath,
  ) {}

  /** Lists an error beside the value of the field. */
  report(error: Error): void {
    this.execution.listError(error, this.resultPath);
  }

  get field() {
    return this.resultPath.field;
  }

  get schema() {
    return this.execution.operation.schema;
  }

  get variables() {
    return this.execution.variables;
  }
}

/**
 * The info as resolvers declare it. Those of the schema read no other members: introspection
 * `schema`, ours what is here.
 */
export const infoFor = (execution: Execution, path: ResultPath): GraphQLResolveInfo =>
  new ResolveInfo(execution, path) as unknown as GraphQLResolveInfo;

/** The info of a resolver as it is: only compiled queries call those of the schema. */
export const ownInfo = (info: GraphQLResolveInfo): ResolveInfo => info as unknown as ResolveInfo;

/** A deferred fragment of one object, or a streamed list. It is complete when all its parts are. */
export class Delivery {
  /** In v0.2, from its announcement on. */
  id = '';
  /** The executions of its parts; a stream has its items in their order. */
  readonly parts: Execution[] = [];
  /** It is announced once what it belongs to is delivered. */
  state: 'hidden' | 'announced' | 'completed' | 'failed' = 'hidden';

  /**
   * @param path of the object or the list; undefined for the data of the operation
   * @param around the execution whose data must be delivered before
   * @param parent the deferred fragment that must be complete before
   */
  constructor(
    readonly path: ResultPath | undefined,
    readonly label: string | undefined,
    readonly around: Execution,
    readonly parent?: Delivery,
  ) {}

  get depth(): number {
    return this.path?.length() ?? 0;
  }
}

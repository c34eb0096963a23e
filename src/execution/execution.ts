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
 * What the execution of an operation shares with those of its parts. A class, as those below: V8
 * may allocate object and array literals as long-lived, and then keeps everything that they refer
 * to, here all that the operation has read, until the next full collection.
 */
export class QueryRun {
  /**
   * @param variables coerced
   * @param delivery undefined where everything is delivered at once
   */
  constructor(
    readonly operation: CompiledOperation,
    readonly context: unknown,
    readonly variables: Variables,
    readonly work: Work,
    readonly delivery?: IncrementalDelivery,
  ) {}
}

/** Where in the result a part belongs that is delivered later. */
export class PartPlace {
  /**
   * @param around the execution in which the part was found
   * @param owner the object or the list in the result that it extends
   * @param base the path of the owner; undefined for the data of the operation
   * @param index of a streamed item
   */
  constructor(
    readonly around: Execution,
    readonly owner: object,
    readonly base: ResultPath | undefined,
    readonly index?: number,
  ) {}

  /**
   * Whether the result has the owner; not known, and false, until what is around it is complete.
   */
  exists(): boolean {
    const { around } = this;
    return around.state !== 'pending' && this.isHeldBy(around) && around.hasPlace();
  }

  /** An error below or above the owner may have replaced it with null. */
  private isHeldBy(around: Execution): boolean {
    const end = around.base;
    let held = this.owner;
    for (let path = this.base; path !== undefined && path !== end; path = path.prev) {
      if (!path.holds(held)) return false;
      held = path.holder;
    }
    return around.data === held;
  }
}

/**
 * The execution of an operation, or of a part that is delivered later: deferred fields of one
 * object, or a streamed item.
 */
export class Execution {
  // Of the run; read for each field.
  readonly context: unknown;
  readonly variables: Variables;
  readonly work: Work;
  readonly delivery: IncrementalDelivery | undefined;
  private result: object | null = null;
  private listed: GraphQLError[] | undefined;
  private countedBytes = 0;
  /** Values that are not there yet. */
  private pending = 0;
  /** Called when the last pending value is there. */
  private onComplete: (() => void) | undefined;
  private deliveryState: 'pending' | 'completed' | 'delivered' | 'dropped' = 'pending';
  private deliveredWith: readonly Delivery[] | undefined;

  /** @param place undefined for the operation itself */
  constructor(
    readonly run: QueryRun,
    readonly place?: PartPlace,
  ) {
    this.context = run.context;
    this.variables = run.variables;
    this.work = run.work;
    this.delivery = run.delivery;
  }

  /** The fields by their response names; the list that holds the item where one is streamed. */
  get data(): object | null {
    return this.result;
  }

  get errors(): readonly GraphQLError[] | undefined {
    return this.listed;
  }

  /** Of the text of the data so far. */
  get bytes(): number {
    return this.countedBytes;
  }

  get isPending(): boolean {
    return this.pending > 0;
  }

  /** Of the data, in incremental delivery; `dropped` where nothing delivers them any more. */
  get state(): 'pending' | 'completed' | 'delivered' | 'dropped' {
    return this.deliveryState;
  }

  /** What a part is delivered with: with the first that is complete. */
  get deliveries(): readonly Delivery[] | undefined {
    return this.deliveredWith;
  }

  /** The path of the object or the list that a part extends; undefined for the data as well. */
  get base(): ResultPath | undefined {
    return this.place?.base;
  }

  /** Of a streamed item. */
  get index(): number | undefined {
    return this.place?.index;
  }

  /** Sets where values are put as they complete; null where a failure leaves no data. */
  setData(data: object | null): void {
    this.result = data;
  }

  /** Fails before a field is executed. */
  failWhole(error: GraphQLError): void {
    this.listed = [error];
  }

  addPending(): void {
    this.pending += 1;
  }

  whenComplete(callback: () => void): void {
    this.onComplete = callback;
  }

  deliverWith(deliveries: readonly Delivery[]): void {
    this.deliveredWith = deliveries;
  }

  complete(): void {
    if (this.deliveryState === 'pending') this.deliveryState = 'completed';
  }

  deliver(): void {
    this.deliveryState = 'delivered';
  }

  drop(): void {
    this.deliveryState = 'dropped';
  }

  /** Counts bytes of the text that are about to be made; throws where the response has too many. */
  countBytes(bytes: number): void {
    this.countedBytes += bytes;
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
    const { base } = this;
    let place: ResultPath | undefined = path;
    while (place !== base && place?.isNullable === false) place = place.prev;
    if (place === undefined || place === base) this.result = null;
    else place.set(null);
  }

  /** Whether the result has the place where its data belong. */
  hasPlace(): boolean {
    if (this.deliveryState === 'delivered') return true;
    return this.place?.exists() ?? false;
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
    if (!work.listsError(error, path)) return;
    this.listed ??= [];
    this.listed.push(locate(error, path));
  }
}

/**
 * The `info` of a resolver. Its members are computed when they are read: few resolvers read any.
 */
class ResolveInfo implements Pick<GraphQLResolveInfo, 'schema'> {
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
    return this.execution.run.operation.schema;
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
  /** The executions of its parts; a stream has its items in their order. */
  readonly parts: Execution[] = [];
  private announcedId = '';
  private deliveryState: 'hidden' | 'announced' | 'completed' | 'failed' = 'hidden';

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

  /** In v0.2, from its announcement on. */
  get id(): string {
    return this.announcedId;
  }

  /** It is announced once what it belongs to is delivered. */
  get state(): 'hidden' | 'announced' | 'completed' | 'failed' {
    return this.deliveryState;
  }

  /** Whether it is neither completed nor failed. */
  get isOpen(): boolean {
    return this.deliveryState === 'hidden' || this.deliveryState === 'announced';
  }

  announce(id: string): void {
    this.deliveryState = 'announced';
    this.announcedId = id;
  }

  /** Drops the parts that nothing delivers any more; what was found in them is never announced. */
  close(state: 'completed' | 'failed'): void {
    this.deliveryState = state;
    for (const part of this.parts) {
      const isAwaited = part.deliveries?.some(({ isOpen }) => isOpen) === true;
      if (part.state !== 'delivered' && !isAwaited) part.drop();
    }
  }
}

import { GraphQLError } from 'graphql';
import type { CompiledField } from './compile-selection.js';
import type { ResultPath } from './result-path.js';

/**
 * What the error of a field does to the result (GraphQL, draft of the request member `onError`).
 */
export type ErrorBehavior =
  /** It replaces the nearest value around it that may be null. */
  | 'PROPAGATE'
  /** It is null in its own place, whatever the type of the field. */
  | 'NULL'
  /** It ends the operation, without data. */
  | 'HALT';

/** What one execution may cost the process, and what its errors do. */
export interface Bounds {
  readonly errorBehavior: ErrorBehavior;
  /** Fields and list items of one response (MAX_RESPONSE_NODES). */
  readonly maxNodes: number;
  /** Bytes of the text of one response (MAX_RESULT_BYTES). */
  readonly maxBytes: number;
  /** Takes note of the bytes so far; called for each further MiB. */
  readonly grown: (bytes: number) => void;
  /**
   * Why the operation has ended early, once it has: its deadline has passed, or its client has
   * left.
   */
  readonly ended: () => Error | undefined;
  /** Names the kind of an error; see `OmittedErrors`. */
  readonly kindOf: (error: unknown) => string;
}

/** Entries of `errors` in one response; further errors are counted. */
const maxErrors = 1000;

/**
 * Nodes between two turns of the event loop, some 10 ms. Nearly every response has fewer and is
 * made in one turn, so that batches of ids stay whole.
 */
const nodesPerSlice = 20_000;

/** Bytes between two notes of what a result takes. */
const bytesPerNote = 1024 * 1024;

/** What other work costs of a slice, in nodes. */
export const promiseWeight = 4;
const errorWeight = 20;

/** Thrown through the execution when the operation has ended; no field catches it. */
export const stopped = new Error('The operation has ended.');

/** The errors that a result does not list, because there are too many. */
export class OmittedErrors {
  private added = 0;
  /** Response names of the root fields that they are below. */
  readonly rootKeys = new Set<string | undefined>();
  /** The first error of each kind. */
  readonly kinds = new Map<string, unknown>();

  get count(): number {
    return this.added;
  }

  add(error: unknown, kind: string, { path }: CompiledField): void {
    this.added += 1;
    this.rootKeys.add(path.split('.', 1)[0]);
    if (!this.kinds.has(kind)) this.kinds.set(kind, error);
  }

  /** The entry of `errors` that stands for all of them. */
  summary(): GraphQLError {
    const message =
      `${this.count} more errors are omitted: a response lists at most ${maxErrors}, and no setting raises that limit. ` +
      'Request fewer items or ids at once.';
    return new GraphQLError(message, { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } });
  }
}

/**
 * The work of one operation. It counts nodes, moves what exceeds a slice to the next turn of the
 * event loop, and ends an operation that exceeds its bounds. A class for the reason given at
 * `QueryRun`.
 */
export class Work {
  private countedNodes = 0;
  private omitted: OmittedErrors | undefined;
  private endedBy: GraphQLError | undefined;
  /** Called once when the operation has ended early. */
  private onEnd: (() => void) | undefined;
  private bytes = 0;
  /** Bytes at which the next note is due. */
  private nextNote: number;
  private listedErrors = 0;
  private sliceEnd = nodesPerSlice;
  private tasks: (() => void)[] = [];
  private nextTask = 0;

  constructor(readonly bounds: Bounds) {
    this.nextNote = Math.min(bytesPerNote, bounds.maxBytes);
  }

  /** Fields and list items so far. */
  get nodes(): number {
    return this.countedNodes;
  }

  /** Undefined while all errors are listed. */
  get omittedErrors(): OmittedErrors | undefined {
    return this.omitted;
  }

  /** Why the operation has ended early; undefined where it has not. */
  get endError(): GraphQLError | undefined {
    return this.endedBy;
  }

  /** Calls back, in place of the callback before, once the operation has ended early. */
  whenEnded(callback: () => void): void {
    this.onEnd = callback;
  }

  /** Counts nodes that are about to be made; throws where the response has too many. */
  countNodes(nodes: number): void {
    this.countedNodes += nodes;
    if (this.countedNodes > this.bounds.maxNodes) this.end(nodeLimitError(this.bounds.maxNodes));
  }

  /** Counts bytes of the text that are about to be made; throws where the response has too many. */
  countBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.nextNote) this.noteBytes();
  }

  /** Whether the next object must wait for the next slice. */
  get isSliceFull(): boolean {
    return this.countedNodes > this.sliceEnd;
  }

  /** Shortens the slice for work that is not counted in nodes. */
  addWeight(weight: number): void {
    this.sliceEnd -= weight;
  }

  /** Whether the response lists an error; if not, it is counted as omitted. */
  listsError(error: unknown, path: ResultPath): boolean {
    this.addWeight(errorWeight);
    if (this.listedErrors < maxErrors) {
      this.listedErrors += 1;
      return true;
    }
    this.omitted ??= new OmittedErrors();
    this.omitted.add(error, this.bounds.kindOf(error), path.field);
    return false;
  }

  /** Runs a task in a later turn of the event loop, after the tasks that were scheduled before. */
  schedule(task: () => void): void {
    this.tasks.push(task);
    if (this.tasks.length === 1) setImmediate(() => this.runSlice());
  }

  /**
   * Runs work that is no field in slices too, in turn with the fields. Each step yields what it
   * weighs, in nodes.
   */
  async inSlices<T>(steps: Generator<number, T, void>): Promise<T> {
    for (;;) {
      // Another one may have filled the slice by the time that this one continues.
      while (this.isSliceFull) await new Promise<void>((resolve) => this.schedule(resolve));
      const step = steps.next();
      if (step.done === true) return step.value;
      this.addWeight(step.value);
    }
  }

  /** Runs a step of the execution, unless the operation has ended; the step may end it. */
  attempt(step: () => void): void {
    if (this.endedBy !== undefined) return;
    try {
      step();
    } catch (error) {
      if (error !== stopped) throw error;
    }
  }

  /** Ends the operation with an error, and without data. */
  end(reason: Error): never {
    this.endedBy =
      reason instanceof GraphQLError
        ? reason
        : new GraphQLError(reason.message, { originalError: reason });
    this.tasks = [];
    this.onEnd?.();
    throw stopped;
  }

  /** Ends the operation if its deadline has passed or its client has left. */
  endIfOver(): void {
    const reason = this.bounds.ended();
    if (reason !== undefined) this.attempt(() => this.end(reason));
  }

  private noteBytes(): void {
    const { bounds, bytes } = this;
    if (bytes > bounds.maxBytes) this.end(byteLimitError(bounds.maxBytes));
    this.nextNote = Math.min(bytes + bytesPerNote, bounds.maxBytes);
    bounds.grown(bytes);
    // What the process holds may have become too much with it.
    const reason = bounds.ended();
    if (reason !== undefined) this.end(reason);
  }

  private runSlice(): void {
    this.sliceEnd = this.countedNodes + nodesPerSlice;
    this.endIfOver();
    this.attempt(() => {
      while (this.hasTask && !this.isSliceFull) {
        const task = this.tasks[this.nextTask];
        this.nextTask += 1;
        task?.();
      }
    });
    if (this.hasTask) {
      setImmediate(() => this.runSlice());
      return;
    }
    this.tasks = [];
    this.nextTask = 0;
  }

  private get hasTask(): boolean {
    return this.nextTask < this.tasks.length;
  }
}

const byteLimitError = (maxBytes: number): GraphQLError =>
  new GraphQLError(
    `The response has more than ${maxBytes} bytes (MAX_RESULT_BYTES). Request fewer items, fields or aliases at once.`,
    { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
  );

const nodeLimitError = (maxNodes: number): GraphQLError =>
  new GraphQLError(
    `The response has more than ${maxNodes} fields and items (MAX_RESPONSE_NODES). Request fewer items, ids or fields at once.`,
    { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
  );

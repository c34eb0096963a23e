import { GraphQLError } from 'graphql';
import { LeftOut } from './omitted-errors.js';
import type { Place } from './result-path.js';

/** What one answer may cost the process that makes it. */
export interface Bounds {
  /** Fields and items of one answer (MAX_RESPONSE_NODES). */
  readonly maxNodes: number;
  /** Why the operation has ended early, as soon as it has: its deadline, or its client has left. */
  readonly ended: () => Error | undefined;
  /** Names the kind of an error; see `LeftOut`. */
  readonly kindOf: (error: unknown) => string;
}

/** Entries of `errors` in one answer; the rest is counted. */
export const maxErrors = 1000;

/**
 * Nodes between two breaths of the event loop, some 10 ms. Nearly every answer has fewer: it is made in one go, and batches
 * of ids that one turn of the event loop finds stay whole.
 */
const nodesPerSlice = 20_000;

/** What other work takes of a slice, in nodes. */
export const promiseWeight = 4;
const errorWeight = 20;

/** Thrown through the execution when the operation has ended; no field can catch it. */
export const stopped = new Error('The operation has ended.');

/**
 * The work of one operation: it counts fields and items, puts off what goes beyond a slice to the next turn of the event
 * loop, and ends the operation that has too many. A class for the reason given in `run.ts`.
 */
export class Work {
  /** Fields and items so far. */
  nodes = 0;
  /** Entries of `errors` so far. */
  errors = 0;
  leftOut: LeftOut | undefined;
  /** The error that has ended the operation. */
  ending: Error | undefined;
  /** Called once when the operation has been ended. */
  onStop: (() => void) | undefined;
  private sliceEnd = nodesPerSlice;
  private queue: (() => void)[] = [];
  private next = 0;

  constructor(readonly bounds: Bounds) {}

  /** Counts fields or items that are about to be made; throws where the answer has too many. */
  count(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes > this.bounds.maxNodes) this.stop(tooLarge(this.bounds.maxNodes));
  }

  /** Whether the next object must wait for the next slice. */
  get isFull(): boolean {
    return this.nodes > this.sliceEnd;
  }

  /** Takes note of work that is not counted in nodes. */
  weigh(weight: number): void {
    this.sliceEnd -= weight;
  }

  /** Whether an error may still be listed; the others are counted. */
  mayList(error: unknown, place: Place): boolean {
    this.weigh(errorWeight);
    if (this.errors < maxErrors) {
      this.errors += 1;
      return true;
    }
    (this.leftOut ??= new LeftOut()).note(error, this.bounds.kindOf(error), place.root());
    return false;
  }

  /** Does a task in a later turn of the event loop, after those put off before. */
  putOff(task: () => void): void {
    if (this.queue.push(task) === 1) setImmediate(() => this.go());
  }

  /** Runs a part of the execution; false where the operation has ended or ends with it. */
  attempt(part: () => void): boolean {
    if (this.ending !== undefined) return false;
    try {
      part();
      return true;
    } catch (error) {
      if (error !== stopped) throw error;
      return false;
    }
  }

  /** Ends the operation: what is put off is forgotten. */
  private stop(error: Error): never {
    this.ending = error;
    this.queue = [];
    this.onStop?.();
    throw stopped;
  }

  private go(): void {
    this.sliceEnd = this.nodes + nodesPerSlice;
    this.attempt(() => {
      const reason = this.bounds.ended();
      if (reason !== undefined) this.stop(reason);
      while (this.next < this.queue.length && !this.isFull) this.queue[this.next++]?.();
    });
    if (this.next < this.queue.length) setImmediate(() => this.go());
    else {
      this.queue = [];
      this.next = 0;
    }
  }
}

const tooLarge = (maxNodes: number): GraphQLError =>
  new GraphQLError(
    `The answer has more than ${maxNodes} fields and items (MAX_RESPONSE_NODES). Ask for fewer items, ids or fields at once.`,
    { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
  );

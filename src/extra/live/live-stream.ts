import type { OperationResult } from '../../operation/result.js';

type Next = IteratorResult<OperationResult, undefined>;

/** The events of one subscriber. A slow reader gets the newest event, never a queue. */
export class LiveStream implements AsyncIterableIterator<OperationResult> {
  private newest: OperationResult | undefined;
  private readonly waiting: ((next: Next) => void)[] = [];
  private hasEnded = false;
  /** Whether an event has been taken. */
  private hasRead = false;

  /** @param onEnd called once, when the reader leaves or the stream completes */
  constructor(private readonly onEnd: () => void) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Delivers an event, in place of one that was not read yet. */
  push(event: OperationResult): void {
    if (this.hasEnded) return;
    const resolve = this.waiting.shift();
    if (resolve === undefined) this.newest = event;
    else resolve(this.take(event));
  }

  /**
   * Takes an event that is equal to the one that was not read yet, if there is one: a poll keeps
   * one alone.
   */
  replace(event: OperationResult): void {
    if (this.newest !== undefined) this.newest = event;
  }

  /**
   * Drops the event that was not read yet, unless it is the first: its reader may be about to read
   * it, and the next run may be an hour away.
   *
   * @returns whether there was one
   */
  forget(): boolean {
    if (this.newest === undefined || !this.hasRead) return false;
    this.newest = undefined;
    return true;
  }

  /** Ends the stream after the event that is due, if any. */
  complete(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const resolve of this.waiting.splice(0)) resolve(ended);
    this.onEnd();
  }

  next(): Promise<Next> {
    const value = this.newest;
    this.newest = undefined;
    if (value !== undefined) return Promise.resolve(this.take(value));
    if (this.hasEnded) return Promise.resolve(ended);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private take(value: OperationResult): Next {
    this.hasRead = true;
    return { done: false, value };
  }

  return(): Promise<Next> {
    this.newest = undefined;
    this.complete();
    return Promise.resolve(ended);
  }
}

const ended = { done: true, value: undefined } as const;

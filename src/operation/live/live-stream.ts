import type { OperationResult } from '../result.js';

type Next = IteratorResult<OperationResult, undefined>;

/** The events of one subscriber. A slow reader gets the newest event, never a queue. */
export class LiveStream implements AsyncIterableIterator<OperationResult> {
  private newest: OperationResult | undefined;
  private readonly waiting: ((next: Next) => void)[] = [];
  private hasEnded = false;

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
    else resolve({ done: false, value: event });
  }

  /** Takes an event that is equal to the one that was not read yet, if there is one: a poll keeps one alone. */
  replace(event: OperationResult): void {
    if (this.newest !== undefined) this.newest = event;
  }

  /** Drops the event that was not read yet. @returns whether there was one */
  forget(): boolean {
    const isUnread = this.newest !== undefined;
    this.newest = undefined;
    return isUnread;
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
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.hasEnded) return Promise.resolve(ended);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  return(): Promise<Next> {
    this.newest = undefined;
    this.complete();
    return Promise.resolve(ended);
  }
}

const ended = { done: true, value: undefined } as const;

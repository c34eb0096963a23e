import { setTimer } from '../base/timer.js';

/**
 * Milliseconds that one slow response may hold up the links of the others; what it brings goes in a
 * batch of its own.
 */
const patienceMs = 1000;

/**
 * When a batch is dispatched: after all responses that can lead to more ids, so that one sweep
 * serves them.
 */
export class BatchSchedule {
  private underWay = 0;
  private hasResponses = false;
  private callbacks: (() => void)[] = [];
  private patience: NodeJS.Timeout | undefined;

  /** Counts a read whose response may lead to more ids. */
  during<T>(read: Promise<T>): Promise<T> {
    this.underWay += 1;
    read.then(this.readEnded, this.readEnded);
    return read;
  }

  /**
   * Calls back once every resolver has run and, after the first response, no such read is under
   * way.
   */
  readonly whenQuiet = (callback: () => void): void => {
    if (!this.hasResponses) {
      afterResolvers(callback);
      return;
    }
    this.callbacks.push(callback);
    this.patience ??= setTimer(patienceMs, () => this.release());
    afterResolvers(this.releaseIfQuiet);
  };

  /** As the next one, one function for every response of the operation. */
  private readonly readEnded = (): void => {
    this.underWay -= 1;
    this.hasResponses = true;
    if (this.underWay === 0 && this.callbacks.length > 0) afterResolvers(this.releaseIfQuiet);
  };

  private readonly releaseIfQuiet = (): void => {
    if (this.underWay === 0 && this.callbacks.length > 0) this.release();
  };

  private release(): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    for (const callback of this.callbacks.splice(0)) callback();
  }
}

/**
 * Promise jobs, as woken resolvers are, run before the next tick; the job around it lets those
 * already queued run.
 */
export function afterResolvers(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback));
}

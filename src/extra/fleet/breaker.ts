import { type FleetCommand, type FleetObserver, StoreRefusal } from './store.js';

/**
 * Milliseconds for a command. With what the event loop adds, nobody waits for more than 50
 * (docs/operation.md, "Several replicas").
 */
const deadlineMs = 45;

const firstProbeMs = 100;
const maxProbeMs = 2000;

/**
 * Milliseconds after which a store that replies counts as steady: one that fails sooner is probed
 * ever more rarely.
 */
const steadyMs = 5000;

/**
 * The first command that fails or is late opens it, and nobody waits again before a probe in the
 * background has succeeded. A refusal comes in time and does not open it: a store that is full can
 * still be read.
 */
export class Breaker {
  private state: 'away' | 'probed' | 'up' | 'ended' = 'away';
  private upSince = 0;
  private probeMs = firstProbeMs;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly observer: FleetObserver,
  ) {}

  /** The result of a command; undefined where it failed, or was not tried. */
  async ask<T>(command: FleetCommand, run: () => Promise<T>): Promise<T | undefined> {
    const { observer } = this;
    if (this.state !== 'up') {
      observer.commanded(command, 'skipped', 0);
      return undefined;
    }
    const startedAt = performance.now();
    try {
      const result = await inTime(run());
      observer.commanded(command, 'ok', performance.now() - startedAt);
      return result;
    } catch (error) {
      observer.commanded(command, 'failed', performance.now() - startedAt);
      if (!(error instanceof StoreRefusal)) this.open();
      return undefined;
    }
  }

  async probe(): Promise<void> {
    if (this.state !== 'away') return;
    this.state = 'probed';
    try {
      await inTime(this.ping());
      this.close();
    } catch {
      this.probeLater();
    }
  }

  /** The process leaves the fleet. */
  end(): void {
    this.state = 'ended';
    clearTimeout(this.timer);
  }

  private open(): void {
    if (this.state !== 'up') return;
    this.observer.changed(false);
    if (performance.now() - this.upSince >= steadyMs) this.probeMs = firstProbeMs;
    this.probeLater();
  }

  /** The store can be used again, unless the process has left the fleet meanwhile. */
  private close(): void {
    if (this.state === 'ended') return;
    this.state = 'up';
    this.upSince = performance.now();
    this.observer.changed(true);
  }

  private probeLater(): void {
    if (this.state === 'ended') return;
    this.state = 'away';
    clearTimeout(this.timer);
    // Jitter keeps a fleet from asking at once what it has lost at once.
    const delayMs = this.probeMs * (0.5 + Math.random());
    this.timer = setTimeout(() => void this.probe(), delayMs).unref();
    this.probeMs = Math.min(maxProbeMs, 2 * this.probeMs);
  }
}

/**
 * Rejects after the deadline. A result that waits behind a busy turn of our own event loop is read
 * first.
 */
async function inTime<T>(result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = (): void =>
      reject(new Error(`The store of the fleet has not replied within ${deadlineMs} ms.`));
    timer = setTimeout(() => setImmediate(fail), deadlineMs);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

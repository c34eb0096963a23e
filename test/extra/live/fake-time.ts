import type { LiveTime } from '../../../src/extra/live/live-request.js';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that a test moves, and its timers. */
export function createFakeTime() {
  let now = 1_000_000;
  const timers = new Set<Timer>();
  const dueBy = (end: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  const time: LiveTime = {
    now: () => now,
    after(milliseconds, callback) {
      const timer: Timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    ...time,
    /**
     * Fires the timers of the next milliseconds in their order, and lets everything that follows
     * settle.
     */
    async advance(milliseconds: number) {
      const end = now + milliseconds;
      await settle();
      for (let timer = dueBy(end); timer !== undefined; timer = dueBy(end)) {
        now = Math.max(now, timer.at);
        timers.delete(timer);
        timer.callback();
        await settle();
      }
      now = end;
    },
    /** Timers that are set. */
    pending: () => timers.size,
  };
}

export type FakeTime = ReturnType<typeof createFakeTime>;

/** Everything that is ready runs, timers apart. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

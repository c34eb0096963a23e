/** Time as polls see it; a test has its own. */
export interface LiveTime {
  /** Milliseconds of a clock that never goes back; that of tenants. */
  readonly now: () => number;
  /** Calls back once after some milliseconds; returns how to cancel that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Milliseconds. A longer timer of Node.js fires at once. */
const maxTimerMs = 2 ** 31 - 1;

export const systemTime: LiveTime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimerMs));
    return () => {
      clearTimeout(timer);
    };
  },
};

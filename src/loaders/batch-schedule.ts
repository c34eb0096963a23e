/**
 * When a batch of ids is dispatched. Ids from the responses of one wave of requests (configurations, pages of playlist
 * items) come one by one; a batch that waits for the whole wave holds them all, and one sweep of the list serves them.
 */
export interface BatchSchedule {
  /** Counts a read whose response may lead to more ids. */
  readonly during: <T>(read: Promise<T>) => Promise<T>;
  /**
   * Calls back once no such read is under way and every resolver has run. Until the first response every id comes from an
   * argument, and none of them has to wait for links.
   */
  readonly whenQuiet: (callback: () => void) => void;
}

/** Milliseconds that one slow response may hold up the links of the others; what it brings goes in a batch of its own. */
const patienceMs = 1000;

interface State {
  underWay: number;
  hasResponses: boolean;
  callbacks: (() => void)[];
  patience: NodeJS.Timeout | undefined;
  /** One function for every response of the operation. */
  readonly releaseIfQuiet: () => void;
}

export function createBatchSchedule(): BatchSchedule {
  const state: State = {
    underWay: 0,
    hasResponses: false,
    callbacks: [],
    patience: undefined,
    releaseIfQuiet: () => {
      if (state.underWay === 0 && state.callbacks.length > 0) release(state);
    },
  };
  return { during: (read) => during(state, read), whenQuiet: (callback) => whenQuiet(state, callback) };
}

function during<T>(state: State, read: Promise<T>): Promise<T> {
  state.underWay += 1;
  return read.then(
    (value) => {
      readEnded(state);
      return value;
    },
    (error: unknown) => {
      readEnded(state);
      throw error;
    },
  );
}

function readEnded(state: State): void {
  state.underWay -= 1;
  state.hasResponses = true;
  if (state.underWay === 0 && state.callbacks.length > 0) afterResolvers(state.releaseIfQuiet);
}

function whenQuiet(state: State, callback: () => void): void {
  if (!state.hasResponses) {
    afterResolvers(callback);
    return;
  }
  state.callbacks.push(callback);
  state.patience ??= setTimeout(release, patienceMs, state).unref();
  afterResolvers(state.releaseIfQuiet);
}

function release(state: State): void {
  clearTimeout(state.patience);
  state.patience = undefined;
  const due = state.callbacks;
  state.callbacks = [];
  for (const callback of due) callback();
}

/**
 * Promise jobs run to their end before the next tick; resolvers that a response wakes run as such jobs. The job around
 * the tick lets those that are already queued run first.
 */
export function afterResolvers(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback));
}

/** When a batch is dispatched: after all responses that can lead to more ids, so that one sweep serves them. */
export interface BatchSchedule {
  /** Counts a read whose response may lead to more ids. */
  readonly during: <T>(read: Promise<T>) => Promise<T>;
  /** Calls back once every resolver has run and, after the first response, no such read is under way. */
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

/** Promise jobs, as woken resolvers are, run before the next tick; the job around it lets those already queued run. */
export function afterResolvers(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback));
}

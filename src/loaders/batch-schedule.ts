/**
 * Tells when a batch should go. Ids that are found in the answers of one wave of requests (configurations, pages of
 * playlist items) come in one by one as the answers do; a batch that waits for the whole wave holds them all, and one
 * sweep of the list serves them.
 */
export interface BatchSchedule {
  /** Takes part in the wave with a read whose answer may lead to more ids. */
  readonly during: <T>(read: () => Promise<T>) => Promise<T>;
  /**
   * Calls back once no such request is under way and every resolver has had its turn. As long as nothing has been
   * answered every id came from an argument, and none of them has to wait for links.
   */
  readonly whenQuiet: (callback: () => void) => void;
}

/** Milliseconds. One slow answer holds up the links of the others this long; what it brings then goes in a batch of its own. */
const patienceMs = 1000;

export function createBatchSchedule(): BatchSchedule {
  let underWay = 0;
  let hasAnswers = false;
  let callbacks: (() => void)[] = [];
  let patience: NodeJS.Timeout | undefined;

  const release = (): void => {
    clearTimeout(patience);
    patience = undefined;
    const due = callbacks;
    callbacks = [];
    for (const callback of due) callback();
  };
  const releaseIfQuiet = (): void => {
    if (underWay === 0 && callbacks.length > 0) release();
  };

  const ended = (): void => {
    underWay -= 1;
    hasAnswers = true;
    if (underWay === 0 && callbacks.length > 0) afterResolvers(releaseIfQuiet);
  };

  return {
    during(read) {
      underWay += 1;
      return read().then(
        (value) => {
          ended();
          return value;
        },
        (error: unknown) => {
          ended();
          throw error;
        },
      );
    },
    whenQuiet(callback) {
      if (!hasAnswers) {
        afterResolvers(callback);
        return;
      }
      callbacks.push(callback);
      patience ??= setTimeout(release, patienceMs).unref();
      afterResolvers(releaseIfQuiet);
    },
  };
}

/**
 * Promise jobs run to their end before a tick begins; resolvers that an answer wakes run as such jobs. The job
 * around the tick lets those that are already queued pass first.
 */
export function afterResolvers(callback: () => void): void {
  void Promise.resolve().then(() => process.nextTick(callback));
}

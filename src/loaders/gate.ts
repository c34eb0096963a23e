/**
 * Lets a bounded number of requests through at once. Those that wait stand in lanes, one for each key, and the lanes
 * take turns: a lane of a thousand holds up another lane's next request by one place, not by a thousand.
 */
export interface Gate {
  /**
   * A place for one request.
   *
   * @returns `undefined` when it may go at once, else what to wait for and how to leave the queue
   */
  enter(lane: object): Waiting | undefined;
  /** Gives the place back. */
  leave(): void;
  /** Requests inside, and requests waiting. */
  size(): { readonly inside: number; readonly waiting: number };
}

export interface Waiting {
  readonly ready: Promise<void>;
  /** Leaves the queue; without effect once `ready` has resolved. */
  cancel(reason: Error): void;
}

interface Ticket {
  readonly admit: () => void;
}

export function createGate(most: number): Gate {
  const lanes = new Map<object, Set<Ticket>>();
  let inside = 0;
  let waiting = 0;

  const dequeue = (lane: object, queue: Set<Ticket>, ticket: Ticket): boolean => {
    if (!queue.delete(ticket)) return false;
    waiting -= 1;
    if (queue.size === 0) lanes.delete(lane);
    return true;
  };
  const enqueue = (lane: object, ticket: Ticket): Set<Ticket> => {
    const queue = lanes.get(lane) ?? new Set();
    lanes.set(lane, queue.add(ticket));
    waiting += 1;
    return queue;
  };
  const admitNext = (): void => {
    for (const [lane, queue] of lanes) {
      const [ticket] = queue;
      if (ticket === undefined) continue;
      dequeue(lane, queue, ticket);
      // To the end of the turn: a Map keeps the order of insertion.
      if (lanes.delete(lane)) lanes.set(lane, queue);
      inside += 1;
      ticket.admit();
      return;
    }
  };

  return {
    enter(lane) {
      if (inside < most) {
        inside += 1;
        return undefined;
      }
      const { promise, resolve, reject } = deferred();
      const ticket: Ticket = { admit: resolve };
      const queue = enqueue(lane, ticket);
      const cancel = (reason: Error): void => {
        if (dequeue(lane, queue, ticket)) reject(reason);
      };
      return { ready: promise, cancel };
    },
    leave() {
      inside -= 1;
      if (waiting > 0) admitNext();
    },
    size: () => ({ inside, waiting }),
  };
}

function deferred(): { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } {
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

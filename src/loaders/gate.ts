import { addLane, firstLane, type Lane, removeLane, type Ticket, type WaitingLanes } from './lane.js';
import { append, type Item, remove } from './list.js';
import { everyPlace, type Share } from './share.js';

/**
 * Lets a bounded number of requests through at once, each lane up to its share. Those that wait stand in lanes, one for
 * each key: the lane that holds the fewest places goes first, and lanes that hold as many take turns. So a lane of a
 * thousand holds up another lane's next request by one place, not by a thousand.
 */
export interface Gate {
  /**
   * A place for one request.
   *
   * @returns `undefined` when it may go at once, else what to wait for and how to leave the queue
   */
  enter(lane: Lane): Waiting | undefined;
  /** Gives a place of that lane back. */
  leave(lane: Lane): void;
  /** Requests inside, and requests waiting. */
  size(): { readonly inside: number; readonly waiting: number };
}

export interface Waiting {
  readonly ready: Promise<void>;
  /** Leaves the queue; without effect once `ready` has resolved. */
  cancel(reason: Error): void;
}

/**
 * A lane waits only while its share is used up: whatever changes that admits at once all that may go.
 *
 * @param max places
 * @param share what one lane may hold of them; by default all
 */
export function createGate(max: number, share: Share = everyPlace): Gate {
  const lanes: WaitingLanes = [];
  let inside = 0;
  let waiting = 0;

  const dequeue = (lane: Lane, ticket: Item<Ticket>): void => {
    remove(lane.tickets, ticket);
    ticket.value.isWaiting = false;
    waiting -= 1;
  };
  /** Changes what a lane holds, and puts it to the end of the turn of those that hold as many. */
  const change = (lane: Lane, places: 1 | -1): void => {
    removeLane(lanes, lane);
    inside += places;
    lane.inside += places;
    if (lane.tickets.first !== undefined) addLane(lanes, lane);
  };
  const admitAll = (): void => {
    for (;;) {
      const lane = firstLane(lanes);
      // It holds the fewest places of those that wait: where it may not go, none may.
      if (lane?.tickets.first === undefined || !share(lane.inside, max - inside)) return;
      const ticket = lane.tickets.first;
      dequeue(lane, ticket);
      change(lane, 1);
      ticket.value.admit();
    }
  };

  return {
    enter(lane) {
      if (lane.tickets.first === undefined && share(lane.inside, max - inside)) {
        change(lane, 1);
        return undefined;
      }
      const { promise, resolve, reject } = deferred();
      const ticket = append(lane.tickets, { isWaiting: true, admit: resolve });
      if (lane.turn === undefined) addLane(lanes, lane);
      waiting += 1;
      const cancel = (reason: Error): void => {
        if (!ticket.value.isWaiting) return;
        dequeue(lane, ticket);
        if (lane.tickets.first === undefined) removeLane(lanes, lane);
        reject(reason);
      };
      return { ready: promise, cancel };
    },
    leave(lane) {
      change(lane, -1);
      if (waiting > 0) admitAll();
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

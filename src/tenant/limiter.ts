import {
  addLane,
  firstLane,
  goesBefore,
  type Lane,
  removeLane,
  type Ticket,
  type WaitingLanes,
} from './lane.js';
import { append, type Item, remove } from './list.js';
import { everyPlace, maxUnprovenRequests, type Share, unprovenShare } from './share.js';

/**
 * Lets a bounded number of requests through at once, each lane up to its share, and lanes that are not proven up to a
 * quarter together. Those that wait stand in lanes, one for each key: the lane that holds the fewest places goes first,
 * and lanes that hold as many take turns. So a lane of a thousand holds up another lane's next request by one place, not
 * by a thousand.
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
  /** The upstream has accepted the lane's credential: what waits in it may go, up to its share. */
  accept(lane: Lane): void;
  /** The upstream has refused the lane's credential: whatever waits in it rejects, and it is not proven any more. */
  refuse(lane: Lane, reason: Error): void;
  /** Requests inside, and requests waiting. */
  size(): { readonly inside: number; readonly waiting: number };
  /** Milliseconds that the next of the unproven lanes without a place has been waiting; 0 where none waits. */
  unprovenWaitMs(): number;
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
 * @param now milliseconds of a clock that never goes back
 */
export function createGate(
  max: number,
  share: Share = everyPlace,
  now: () => number = () => performance.now(),
): Gate {
  const state: State = {
    max,
    share,
    now,
    proven: [],
    unproven: [],
    inside: 0,
    unprovenInside: 0,
    waiting: 0,
  };
  return {
    enter(lane) {
      if (lane.tickets.first === undefined && mayTake(state, lane)) {
        change(state, lane, 1);
        return undefined;
      }
      return wait(state, lane);
    },
    leave(lane) {
      change(state, lane, -1);
      admitAll(state);
    },
    accept(lane) {
      if (lane.isProven) return;
      judge(state, lane, true);
      admitAll(state);
    },
    refuse(lane, reason) {
      while (lane.tickets.first !== undefined) {
        const ticket = lane.tickets.first;
        dequeue(state, lane, ticket);
        ticket.value.reject(reason);
      }
      if (lane.isProven) judge(state, lane, false);
    },
    size: () => ({ inside: state.inside, waiting: state.waiting }),
    unprovenWaitMs() {
      const lane = firstLane(state.unproven);
      return lane === undefined || lane.inside > 0 ? 0 : now() - lane.waitsSince;
    },
  };
}

interface State {
  readonly max: number;
  readonly share: Share;
  readonly now: () => number;
  readonly proven: WaitingLanes;
  readonly unproven: WaitingLanes;
  inside: number;
  unprovenInside: number;
  waiting: number;
}

function mayTake({ max, share, inside, unprovenInside }: State, lane: Lane): boolean {
  if (!share(lane.inside, max - inside)) return false;
  return lane.isProven || (lane.inside < maxUnprovenRequests && unprovenInside < unprovenShare(max));
}

const lanesOf = (state: State, lane: Lane): WaitingLanes => (lane.isProven ? state.proven : state.unproven);

/** Changes what a lane holds, and puts it to the end of the turn of those that hold as many. */
function change(state: State, lane: Lane, places: 1 | -1): void {
  removeLane(lanesOf(state, lane), lane);
  state.inside += places;
  lane.inside += places;
  if (!lane.isProven) state.unprovenInside += places;
  if (lane.tickets.first !== undefined) addLane(lanesOf(state, lane), lane, state.now());
}

/** Makes a lane a proven one, or one that is not, with all that it holds. */
function judge(state: State, lane: Lane, isProven: boolean): void {
  removeLane(lanesOf(state, lane), lane);
  lane.isProven = isProven;
  state.unprovenInside += isProven ? -lane.inside : lane.inside;
  if (lane.tickets.first !== undefined) addLane(lanesOf(state, lane), lane, state.now());
}

function dequeue(state: State, lane: Lane, ticket: Item<Ticket>): void {
  remove(lane.tickets, ticket);
  ticket.value.isWaiting = false;
  state.waiting -= 1;
  if (lane.tickets.first === undefined) removeLane(lanesOf(state, lane), lane);
}

/** The first of each kind holds the fewest places: where it may not go, none of them may. */
function nextLane(state: State): Lane | undefined {
  const [proven, unproven] = [firstLane(state.proven), firstLane(state.unproven)];
  const mayProven = proven !== undefined && mayTake(state, proven);
  if (unproven === undefined || !mayTake(state, unproven)) return mayProven ? proven : undefined;
  return mayProven && goesBefore(proven, unproven) ? proven : unproven;
}

function admitAll(state: State): void {
  if (state.waiting === 0) return;
  for (let lane = nextLane(state); lane?.tickets.first !== undefined; lane = nextLane(state)) {
    const ticket = lane.tickets.first;
    dequeue(state, lane, ticket);
    change(state, lane, 1);
    ticket.value.admit();
  }
}

function wait(state: State, lane: Lane): Waiting {
  const { promise, resolve, reject } = deferred();
  const ticket = append(lane.tickets, { isWaiting: true, admit: resolve, reject });
  if (lane.turn === undefined) addLane(lanesOf(state, lane), lane, state.now());
  state.waiting += 1;
  const cancel = (reason: Error): void => {
    if (!ticket.value.isWaiting) return;
    dequeue(state, lane, ticket);
    reject(reason);
  };
  return { ready: promise, cancel };
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

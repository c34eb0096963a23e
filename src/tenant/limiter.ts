import {
  addQueue,
  firstQueue,
  goesBefore,
  type TenantQueue,
  removeQueue,
  type Ticket,
  type WaitingQueues,
} from './tenant-queue.js';
import { append, type LinkedItem, remove } from './linked-list.js';
import { allSlots, maxUnprovenRequests, type FairShare, unprovenShare } from './fair-share.js';

/**
 * Lets a bounded number of requests through at once, each lane up to its share, and lanes that are not proven up to a
 * quarter together. Those that wait stand in lanes, one for each key: the lane that holds the fewest places goes first,
 * and lanes that hold as many take turns. So a lane of a thousand holds up another lane's next request by one place, not
 * by a thousand.
 */
export interface Limiter {
  /**
   * A place for one request.
   *
   * @returns `undefined` when it may go at once, else what to wait for and how to leave the queue
   */
  acquire(lane: TenantQueue): Waiting | undefined;
  /** Gives a place of that lane back. */
  release(lane: TenantQueue): void;
  /** The upstream has accepted the lane's credential: what waits in it may go, up to its share. */
  accept(lane: TenantQueue): void;
  /** The upstream has refused the lane's credential: whatever waits in it rejects, and it is not proven any more. */
  refuse(lane: TenantQueue, reason: Error): void;
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
export function createLimiter(
  max: number,
  share: FairShare = allSlots,
  now: () => number = () => performance.now(),
): Limiter {
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
    acquire(lane) {
      if (lane.tickets.first === undefined && mayTake(state, lane)) {
        change(state, lane, 1);
        return undefined;
      }
      return wait(state, lane);
    },
    release(lane) {
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
      const lane = firstQueue(state.unproven);
      return lane === undefined || lane.inside > 0 ? 0 : now() - lane.waitsSince;
    },
  };
}

interface State {
  readonly max: number;
  readonly share: FairShare;
  readonly now: () => number;
  readonly proven: WaitingQueues;
  readonly unproven: WaitingQueues;
  inside: number;
  unprovenInside: number;
  waiting: number;
}

function mayTake({ max, share, inside, unprovenInside }: State, lane: TenantQueue): boolean {
  if (!share(lane.inside, max - inside)) return false;
  return lane.isProven || (lane.inside < maxUnprovenRequests && unprovenInside < unprovenShare(max));
}

const lanesOf = (state: State, lane: TenantQueue): WaitingQueues =>
  lane.isProven ? state.proven : state.unproven;

/** Changes what a lane holds, and puts it to the end of the turn of those that hold as many. */
function change(state: State, lane: TenantQueue, places: 1 | -1): void {
  removeQueue(lanesOf(state, lane), lane);
  state.inside += places;
  lane.inside += places;
  if (!lane.isProven) state.unprovenInside += places;
  if (lane.tickets.first !== undefined) addQueue(lanesOf(state, lane), lane, state.now());
}

/** Makes a lane a proven one, or one that is not, with all that it holds. */
function judge(state: State, lane: TenantQueue, isProven: boolean): void {
  removeQueue(lanesOf(state, lane), lane);
  lane.isProven = isProven;
  state.unprovenInside += isProven ? -lane.inside : lane.inside;
  if (lane.tickets.first !== undefined) addQueue(lanesOf(state, lane), lane, state.now());
}

function dequeue(state: State, lane: TenantQueue, ticket: LinkedItem<Ticket>): void {
  remove(lane.tickets, ticket);
  ticket.value.isWaiting = false;
  state.waiting -= 1;
  if (lane.tickets.first === undefined) removeQueue(lanesOf(state, lane), lane);
}

/** The first of each kind holds the fewest places: where it may not go, none of them may. */
function nextLane(state: State): TenantQueue | undefined {
  const [proven, unproven] = [firstQueue(state.proven), firstQueue(state.unproven)];
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

function wait(state: State, lane: TenantQueue): Waiting {
  const { promise, resolve, reject } = deferred();
  const ticket = append(lane.tickets, { isWaiting: true, admit: resolve, reject });
  if (lane.position === undefined) addQueue(lanesOf(state, lane), lane, state.now());
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

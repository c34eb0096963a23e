import { maxUnprovenRequests, type FairShare, unprovenShare } from './fair-share.js';
import {
  addQueue,
  append,
  firstQueue,
  goesBefore,
  type LinkedItem,
  remove,
  removeQueue,
  type TenantQueue,
  type Ticket,
  type WaitingQueues,
} from './tenant-queue.js';

/**
 * A fair limiter: it admits a bounded number of requests at once, each tenant up to its share, and tenants that are not
 * proven up to a quarter together. Each tenant waits in a queue of its own. The queue that holds the fewest slots goes
 * first, and equals take turns; so a thousand requests of one tenant delay another's next request by one slot.
 */
export interface Limiter {
  /** Takes a slot. @returns undefined when the request may go at once, else what to wait for */
  acquire(queue: TenantQueue): Waiting | undefined;
  /** Gives back a slot of that queue. */
  release(queue: TenantQueue): void;
  /** The upstream has accepted the queue's credential: what waits in it may go, up to its share. */
  accept(queue: TenantQueue): void;
  /** The upstream has refused the queue's credential: all that waits in it rejects, and it is not proven any more. */
  refuse(queue: TenantQueue, reason: Error): void;
  /** Requests inside, and requests waiting. */
  size(): { readonly inside: number; readonly waiting: number };
  /** Milliseconds that the next of the unproven queues without a slot has been waiting; 0 where none waits. */
  unprovenWaitMs(): number;
}

export interface Waiting {
  readonly ready: Promise<void>;
  /** Leaves the queue; without effect once `ready` has resolved. */
  cancel(reason: Error): void;
}

/**
 * A queue waits only while its share is used up: every change admits at once all that may go.
 *
 * @param max slots
 * @param share how many of them one queue may hold
 * @param now milliseconds of a clock that never goes back
 */
export function createLimiter(
  max: number,
  share: FairShare,
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
    acquire: (queue) => acquire(state, queue),
    release(queue) {
      change(state, queue, -1);
      admitAll(state);
    },
    accept(queue) {
      if (queue.isProven) return;
      judge(state, queue, true);
      admitAll(state);
    },
    refuse: (queue, reason) => refuse(state, queue, reason),
    size: () => ({ inside: state.inside, waiting: state.waiting }),
    unprovenWaitMs() {
      const queue = firstQueue(state.unproven);
      return queue === undefined || queue.inside > 0 ? 0 : now() - queue.waitsSince;
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

function acquire(state: State, queue: TenantQueue): Waiting | undefined {
  if (queue.tickets.first !== undefined || !mayTake(state, queue)) return wait(state, queue);
  change(state, queue, 1);
  return undefined;
}

function refuse(state: State, queue: TenantQueue, reason: Error): void {
  while (queue.tickets.first !== undefined) {
    const ticket = queue.tickets.first;
    dequeue(state, queue, ticket);
    ticket.value.reject(reason);
  }
  if (queue.isProven) judge(state, queue, false);
}

function mayTake({ max, share, inside, unprovenInside }: State, queue: TenantQueue): boolean {
  if (!share(queue.inside, max - inside)) return false;
  return queue.isProven || (queue.inside < maxUnprovenRequests && unprovenInside < unprovenShare(max));
}

const queuesOf = (state: State, queue: TenantQueue): WaitingQueues =>
  queue.isProven ? state.proven : state.unproven;

/** Changes how many slots a queue holds, and puts it behind those that hold as many. */
function change(state: State, queue: TenantQueue, slots: 1 | -1): void {
  removeQueue(queuesOf(state, queue), queue);
  state.inside += slots;
  queue.inside += slots;
  if (!queue.isProven) state.unprovenInside += slots;
  if (queue.tickets.first !== undefined) addQueue(queuesOf(state, queue), queue, state.now());
}

/** Changes whether a queue is proven, with all that it holds. */
function judge(state: State, queue: TenantQueue, isProven: boolean): void {
  removeQueue(queuesOf(state, queue), queue);
  queue.isProven = isProven;
  state.unprovenInside += isProven ? -queue.inside : queue.inside;
  if (queue.tickets.first !== undefined) addQueue(queuesOf(state, queue), queue, state.now());
}

function dequeue(state: State, queue: TenantQueue, ticket: LinkedItem<Ticket>): void {
  remove(queue.tickets, ticket);
  ticket.value.isWaiting = false;
  state.waiting -= 1;
  if (queue.tickets.first === undefined) removeQueue(queuesOf(state, queue), queue);
}

/** The first of each kind holds the fewest slots: where it may not go, no other of its kind may. */
function nextQueue(state: State): TenantQueue | undefined {
  const [proven, unproven] = [firstQueue(state.proven), firstQueue(state.unproven)];
  const mayProven = proven !== undefined && mayTake(state, proven);
  if (unproven === undefined || !mayTake(state, unproven)) return mayProven ? proven : undefined;
  return mayProven && goesBefore(proven, unproven) ? proven : unproven;
}

function admitAll(state: State): void {
  if (state.waiting === 0) return;
  for (let queue = nextQueue(state); queue?.tickets.first !== undefined; queue = nextQueue(state)) {
    const ticket = queue.tickets.first;
    dequeue(state, queue, ticket);
    change(state, queue, 1);
    ticket.value.admit();
  }
}

function wait(state: State, queue: TenantQueue): Waiting {
  // The executor of a promise runs before its constructor returns.
  let ticket!: LinkedItem<Ticket>;
  const ready = new Promise<void>((admit, reject) => {
    ticket = append(queue.tickets, { isWaiting: true, admit, reject });
  });
  if (queue.position === undefined) addQueue(queuesOf(state, queue), queue, state.now());
  state.waiting += 1;
  const cancel = (reason: Error): void => {
    if (!ticket.value.isWaiting) return;
    dequeue(state, queue, ticket);
    ticket.value.reject(reason);
  };
  return { ready, cancel };
}

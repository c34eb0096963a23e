import { Node } from 'yallist';
import { QueueGroup, type TenantQueue, type Waiter } from './tenant-queue.js';

/** Takes a request that waits for a slot out of its queue, and rejects it with the reason. */
export type Cancel = (reason: Error) => void;

export interface Waiting {
  readonly ready: Promise<void>;
  /** Leaves the queue; without effect once `ready` has resolved. */
  readonly cancel: Cancel;
}

/**
 * A queue holds at most so many times the slots that stay free: alone, it takes four fifths of what
 * is not reserved.
 */
const alpha = 4;

/** The part of the slots that only queues without a slot take. */
const reservedPart = 1 / 16;

/**
 * Whether a queue that holds `own` of `max` slots may take one more while `free` are free: the
 * dynamic threshold of shared-buffer switches (Choudhury and Hahne, 1998). One queue alone uses
 * three quarters of a large limiter, each of n busy ones 4 / (4n + 1) of what is not reserved, and
 * some slots stay free for newcomers. Before busy queues have released what they took while they
 * were alone, newcomers use the reserve: while no more queues are busy than it has slots, a
 * newcomer never waits. A limiter of four slots or fewer keeps none back.
 */
export const isFair = (max: number, own: number, free: number): boolean =>
  own === 0 ? free > 0 : own < alpha * (free - Math.floor(reservedPart * max));

/**
 * Requests in flight at once for a credential that is not accepted; the first requests of a small
 * dashboard fit in.
 */
const maxUnacceptedRequests = 4;

/**
 * The part of a limit that all unaccepted credentials share: invented ones leave three quarters to
 * the others.
 */
export const unacceptedShare = (max: number): number => Math.max(1, Math.floor(max / 4));

/**
 * A fair limiter: it admits a bounded number of requests at once, each tenant up to its share, and
 * tenants that are not accepted up to a quarter together. Each tenant waits in a queue of its own.
 * The queue that holds the fewest slots goes first, and equals take turns; so a thousand requests
 * of one tenant delay another's next request by one slot.
 *
 * A queue waits only while its share is used up: every change admits at once all that may go.
 */
export class Limiter {
  private readonly accepted = new QueueGroup();
  private readonly unaccepted = new QueueGroup();
  private waiting = 0;

  /** @param max slots */
  constructor(
    private readonly max: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a slot. @returns undefined when the request may go at once, else what to wait for */
  acquire(queue: TenantQueue): Waiting | undefined {
    if (queue.waiters.length > 0 || !this.mayTake(queue)) return this.wait(queue);
    this.change(queue, 1);
    return undefined;
  }

  release(queue: TenantQueue): void {
    this.change(queue, -1);
    this.admitAll();
  }

  /**
   * The Partner API has accepted the queue's credential: what waits in it may go, up to its share.
   */
  accept(queue: TenantQueue): void {
    if (queue.isAccepted) return;
    this.setAccepted(queue, true);
    this.admitAll();
  }

  /**
   * The Partner API has refused the queue's credential: all that waits in it rejects, and it is not
   * accepted any more.
   */
  refuse(queue: TenantQueue, reason: Error): void {
    for (let waiter = queue.waiters.head; waiter !== undefined; waiter = queue.waiters.head) {
      this.dequeue(queue, waiter);
      waiter.value.reject(reason);
    }
    if (queue.isAccepted) this.setAccepted(queue, false);
  }

  /** Requests inside, and requests waiting. */
  size() {
    return { inside: this.inside(), waiting: this.waiting };
  }

  /**
   * How long the next unaccepted queue has been waiting for its first slot, in milliseconds; 0
   * where none waits.
   */
  unacceptedWaitMs(): number {
    const queue = this.unaccepted.first();
    if (queue === undefined || queue.inside > 0) return 0;
    return this.now() - queue.waitsSince;
  }

  private inside(): number {
    return this.accepted.inside + this.unaccepted.inside;
  }

  private groupOf({ isAccepted }: TenantQueue): QueueGroup {
    return isAccepted ? this.accepted : this.unaccepted;
  }

  private mayTake({ inside, isAccepted }: TenantQueue): boolean {
    if (!isFair(this.max, inside, this.max - this.inside())) return false;
    if (isAccepted) return true;
    return inside < maxUnacceptedRequests && this.unaccepted.inside < unacceptedShare(this.max);
  }

  private change(queue: TenantQueue, slots: 1 | -1): void {
    queue.inside += slots;
    this.groupOf(queue).count(slots);
    this.requeue(queue);
  }

  /** Moves a queue to the other group, with the slots that it holds. */
  private setAccepted(queue: TenantQueue, isAccepted: boolean): void {
    this.groupOf(queue).count(-queue.inside);
    queue.isAccepted = isAccepted;
    this.groupOf(queue).count(queue.inside);
    this.requeue(queue);
  }

  /** Puts a queue that waits behind those of its group that hold as many slots. */
  private requeue(queue: TenantQueue): void {
    if (queue.waiters.length > 0) this.groupOf(queue).add(queue, this.now());
  }

  private dequeue(queue: TenantQueue, waiter: Node<Waiter>): void {
    queue.waiters.removeNode(waiter);
    this.waiting -= 1;
    if (queue.waiters.length === 0) queue.position.list?.removeNode(queue.position);
  }

  private nextQueue(): TenantQueue | undefined {
    let next: TenantQueue | undefined;
    for (const group of [this.accepted, this.unaccepted]) {
      // The first holds the fewest slots: where it may not go, no other of its group may.
      const first = group.first();
      if (first !== undefined && this.mayTake(first) && next?.goesBefore(first) !== true) {
        next = first;
      }
    }
    return next;
  }

  private admitAll(): void {
    if (this.waiting === 0) return;
    for (;;) {
      const queue = this.nextQueue();
      const waiter = queue?.waiters.head;
      if (queue === undefined || waiter === undefined) return;
      this.dequeue(queue, waiter);
      this.change(queue, 1);
      waiter.value.resolve();
    }
  }

  private wait(queue: TenantQueue): Waiting {
    // The executor of a promise runs before its constructor returns.
    let waiter!: Node<Waiter>;
    const ready = new Promise<void>((resolve, reject) => {
      waiter = new Node({ resolve, reject });
    });
    queue.waiters.pushNode(waiter);
    const isFirst = queue.waiters.length === 1;
    if (isFirst) this.groupOf(queue).add(queue, this.now());
    this.waiting += 1;
    const cancel = (reason: Error): void => {
      if (waiter.list === undefined) return;
      this.dequeue(queue, waiter);
      waiter.value.reject(reason);
    };
    return { ready, cancel };
  }
}

import { Node, Yallist } from 'yallist';

/** A request that waits for a slot; settled once. */
export interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Requests of one tenant at a limiter: how many hold a slot, and those that wait. */
export class TenantQueue {
  inside = 0;
  /**
   * A linked list can be left from anywhere, and unlike a Set it passes no gaps to find its first
   * value.
   */
  readonly waiters = new Yallist<Waiter>();
  /** Its position among the queues that wait; in no list where nothing waits in it. */
  readonly position = new Node<TenantQueue>(this);
  /** When it came to that position, by the clock of the limiter. */
  waitsSince = 0;

  /**
   * @param isAccepted whether the Partner API has accepted its credential, and not refused it since
   */
  constructor(public isAccepted = true) {}

  /**
   * Whether it goes before another queue: it holds fewer slots, or as many and has waited as long.
   */
  goesBefore({ inside, waitsSince }: TenantQueue): boolean {
    if (this.inside !== inside) return this.inside < inside;
    return this.waitsSince <= waitsSince;
  }
}

/** Queues of one kind: the slots that they hold, and those of them that wait. */
export class QueueGroup {
  private slots = 0;
  /** By the slots that each holds: the next is found without looking at all of them. */
  private readonly waiting: (Yallist<TenantQueue> | undefined)[] = [];

  /** The slots that they hold. */
  get inside(): number {
    return this.slots;
  }

  /** Counts slots that one of them has taken; fewer than 0 where it has released some. */
  count(slots: number): void {
    this.slots += slots;
  }

  /** The first of those that hold the fewest slots. */
  first(): TenantQueue | undefined {
    for (const list of this.waiting) if (list?.head !== undefined) return list.head.value;
    return undefined;
  }

  /** Puts a queue in which something waits behind those that hold as many slots. */
  add(queue: TenantQueue, now: number): void {
    queue.waitsSince = now;
    let list = this.waiting[queue.inside];
    if (list === undefined) {
      list = new Yallist();
      this.waiting[queue.inside] = list;
    }
    list.pushNode(queue.position);
  }
}

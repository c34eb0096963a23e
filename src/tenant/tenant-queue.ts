/** One request that waits for a slot. */
export interface Ticket {
  isWaiting: boolean;
  readonly admit: () => void;
  readonly reject: (reason: Error) => void;
}

/** Requests of one tenant at a limiter: how many hold a slot, and those that wait. */
export class TenantQueue {
  inside = 0;
  readonly tickets = new LinkedList<Ticket>();
  /** Its position among the queues that wait; undefined where nothing waits in it. */
  position: LinkedItem<TenantQueue> | undefined;
  /** When it came to that position, by the clock of the limiter. */
  waitsSince = 0;

  /** @param isAccepted whether the Partner API has accepted its credential, and not refused it since */
  constructor(public isAccepted = true) {}

  /** Whether it goes before another queue: it holds fewer slots, or as many and has waited as long. */
  goesBefore({ inside, waitsSince }: TenantQueue): boolean {
    return this.inside < inside || (this.inside === inside && this.waitsSince <= waitsSince);
  }
}

/** Queues of one kind: the slots that they hold, and those of them that wait. */
export class QueueGroup {
  inside = 0;
  /** By the slots that each holds: the next is found without looking at all of them. */
  private readonly waiting: (LinkedList<TenantQueue> | undefined)[] = [];

  /** The first of those that hold the fewest slots. */
  first(): TenantQueue | undefined {
    for (const list of this.waiting) if (list?.first !== undefined) return list.first.value;
    return undefined;
  }

  /** Puts a queue in which something waits behind those that hold as many slots. */
  add(queue: TenantQueue, now: number): void {
    queue.waitsSince = now;
    queue.position = (this.waiting[queue.inside] ??= new LinkedList()).append(queue);
  }

  /** Takes a queue out if it waits; `inside` must be the same as when it was added. */
  remove(queue: TenantQueue): void {
    if (queue.position === undefined) return;
    this.waiting[queue.inside]?.remove(queue.position);
    queue.position = undefined;
  }
}

export interface LinkedItem<T> {
  readonly value: T;
  previous: LinkedItem<T> | undefined;
  next: LinkedItem<T> | undefined;
}

/** A queue that can be left from anywhere. Not a Set, which passes thousands of gaps to find its first value. */
class LinkedList<T> {
  first: LinkedItem<T> | undefined;
  private last: LinkedItem<T> | undefined;

  append(value: T): LinkedItem<T> {
    const item: LinkedItem<T> = { value, previous: this.last, next: undefined };
    if (this.last === undefined) this.first = item;
    else this.last.next = item;
    this.last = item;
    return item;
  }

  /** Takes an item out, which must be in it. */
  remove({ previous, next }: LinkedItem<T>): void {
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.last = previous;
    else next.previous = previous;
  }
}

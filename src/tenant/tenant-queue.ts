/** Requests of one tenant at a limiter: how many hold a slot, and those that wait. */
export interface TenantQueue {
  /** Slots that it holds. */
  inside: number;
  /** Whether the upstream has accepted its credential, and not refused it since. */
  isProven: boolean;
  readonly tickets: LinkedList<Ticket>;
  /** Its position among the queues that wait; undefined where nothing waits in it. */
  position: LinkedItem<TenantQueue> | undefined;
  /** When it came to that position, by the clock of the limiter. */
  waitsSince: number;
}

/** One request that waits for a slot. */
export interface Ticket {
  isWaiting: boolean;
  readonly admit: () => void;
  readonly reject: (reason: Error) => void;
}

export const createTenantQueue = (isProven = true): TenantQueue => ({
  inside: 0,
  isProven,
  tickets: createList(),
  position: undefined,
  waitsSince: 0,
});

/** Queues that wait, in one list for each number of slots held: the next is found without looking at all of them. */
export type WaitingQueues = (LinkedList<TenantQueue> | undefined)[];

/** Puts a queue behind those that hold as many slots. */
export function addQueue(queues: WaitingQueues, queue: TenantQueue, now: number): void {
  queue.waitsSince = now;
  queue.position = append((queues[queue.inside] ??= createList()), queue);
}

/** Takes a queue out if it waits; `inside` must be the same as when it was added. */
export function removeQueue(queues: WaitingQueues, queue: TenantQueue): void {
  if (queue.position === undefined) return;
  const list = queues[queue.inside];
  if (list !== undefined) remove(list, queue.position);
  queue.position = undefined;
}

export function firstQueue(queues: WaitingQueues): TenantQueue | undefined {
  for (const list of queues) if (list?.first !== undefined) return list.first.value;
  return undefined;
}

/** Whether `queue` goes before `other`: it holds fewer slots, or as many and has waited as long. */
export const goesBefore = (queue: TenantQueue, other: TenantQueue): boolean =>
  queue.inside < other.inside || (queue.inside === other.inside && queue.waitsSince <= other.waitsSince);

/** An item of a list. */
export interface LinkedItem<T> {
  readonly value: T;
  previous: LinkedItem<T> | undefined;
  next: LinkedItem<T> | undefined;
}

/** A queue that can be left from anywhere. Not a Set, which passes thousands of gaps to find its first value. */
export interface LinkedList<T> {
  first: LinkedItem<T> | undefined;
  last: LinkedItem<T> | undefined;
}

const createList = <T>(): LinkedList<T> => ({ first: undefined, last: undefined });

export function append<T>(list: LinkedList<T>, value: T): LinkedItem<T> {
  const item: LinkedItem<T> = { value, previous: list.last, next: undefined };
  if (list.last === undefined) list.first = item;
  else list.last.next = item;
  list.last = item;
  return item;
}

/** Takes an item out of the list that it is in. */
export function remove<T>(list: LinkedList<T>, { previous, next }: LinkedItem<T>): void {
  if (previous === undefined) list.first = next;
  else previous.next = next;
  if (next === undefined) list.last = previous;
  else next.previous = previous;
}

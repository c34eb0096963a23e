import { append, createList, type LinkedItem, type LinkedList, remove } from './linked-list.js';

/** Requests of one key at a gate: how many are inside, and those that wait. */
export interface TenantQueue {
  /** Places that it holds. */
  inside: number;
  /** Whether the upstream has accepted its credential, and not refused it since. */
  isProven: boolean;
  readonly tickets: LinkedList<Ticket>;
  /** Its place among the lanes that wait; undefined where nothing waits in it. */
  position: LinkedItem<TenantQueue> | undefined;
  /** When it came to its place among them, by the clock of the gate. */
  waitsSince: number;
}

/** One request that waits for a place. */
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

/**
 * Lanes that wait, in one list for each number of places that they hold. The lane that holds the fewest goes first, and
 * lanes that hold as many take turns. To find it costs as many steps as it holds places, however many lanes wait.
 */
export type WaitingQueues = (LinkedList<TenantQueue> | undefined)[];

/** Puts a lane behind those that hold as many places. */
export function addQueue(lanes: WaitingQueues, lane: TenantQueue, now: number): void {
  lane.waitsSince = now;
  lane.position = append((lanes[lane.inside] ??= createList()), lane);
}

/** Takes a lane out if it waits; `inside` must be what it was when it was added. */
export function removeQueue(lanes: WaitingQueues, lane: TenantQueue): void {
  if (lane.position === undefined) return;
  const list = lanes[lane.inside];
  if (list !== undefined) remove(list, lane.position);
  lane.position = undefined;
}

export function firstQueue(lanes: WaitingQueues): TenantQueue | undefined {
  for (const list of lanes) if (list?.first !== undefined) return list.first.value;
  return undefined;
}

/** Whether `lane` goes before `other`: it holds fewer places, or as many and has waited as long. */
export const goesBefore = (lane: TenantQueue, other: TenantQueue): boolean =>
  lane.inside < other.inside || (lane.inside === other.inside && lane.waitsSince <= other.waitsSince);

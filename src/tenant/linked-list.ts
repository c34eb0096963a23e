/** An item of a list. */
export interface LinkedItem<T> {
  readonly value: T;
  previous: LinkedItem<T> | undefined;
  next: LinkedItem<T> | undefined;
}

/**
 * A doubly linked list: a queue that can be left from anywhere. Not a Set, which keeps the gaps of what has left, and
 * passes thousands of them to find its first value.
 */
export interface LinkedList<T> {
  first: LinkedItem<T> | undefined;
  last: LinkedItem<T> | undefined;
}

export const createList = <T>(): LinkedList<T> => ({ first: undefined, last: undefined });

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

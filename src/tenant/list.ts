/** A place in a list. */
export interface Item<T> {
  readonly value: T;
  previous: Item<T> | undefined;
  next: Item<T> | undefined;
}

/**
 * A doubly linked list as a queue that can be left from anywhere. Not a Set: it keeps the gaps of what has left, and to
 * find its first value passes all of them, thousands where thousands wait.
 */
export interface List<T> {
  first: Item<T> | undefined;
  last: Item<T> | undefined;
}

export const createList = <T>(): List<T> => ({ first: undefined, last: undefined });

export function append<T>(list: List<T>, value: T): Item<T> {
  const item: Item<T> = { value, previous: list.last, next: undefined };
  if (list.last === undefined) list.first = item;
  else list.last.next = item;
  list.last = item;
  return item;
}

/** Takes an item out of the list that it is in. */
export function remove<T>(list: List<T>, { previous, next }: Item<T>): void {
  if (previous === undefined) list.first = next;
  else previous.next = next;
  if (next === undefined) list.last = previous;
  else next.previous = previous;
}

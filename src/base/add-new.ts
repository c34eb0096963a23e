/** Adds a value to a set. @returns whether the set did not have it before, by one look-up */
export function addNew<T>(set: Set<T>, value: T): boolean {
  const { size } = set;
  set.add(value);
  return set.size > size;
}

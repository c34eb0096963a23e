/** Adds a value to a set. @returns whether the set did not have it before; one look-up tells both */
export function addNew<T>(set: Set<T>, value: T): boolean {
  const { size } = set;
  set.add(value);
  return set.size > size;
}

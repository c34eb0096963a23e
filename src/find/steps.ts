/**
 * Work in steps, so that others run between them; each yields what it weighs, in fields of a
 * response.
 */
export type Steps<T> = Generator<number, T, void>;

/** Records of one step: some milliseconds. */
const stepLength = 500;

/** Calls back for each record, which weighs as much as that many fields. */
export function* forEachInSteps<T>(
  records: readonly T[],
  weight: number,
  visit: (record: T) => void,
): Steps<void> {
  for (let start = 0; start < records.length; start += stepLength) {
    const step = records.slice(start, start + stepLength);
    step.forEach(visit);
    yield step.length * weight;
  }
}

/** To read a time or to fold a name takes as long as some fields. */
export const matchWeight = 5;

export function* filterInSteps<T>(
  records: readonly T[],
  matches: (record: T) => boolean,
): Steps<readonly T[]> {
  const matching: T[] = [];
  yield* forEachInSteps(records, matchWeight, (record) => {
    if (matches(record)) matching.push(record);
  });
  return matching;
}

/**
 * Sorts as `Array.sort` does: parts of one step each, which are then merged. A comparison weighs as
 * much as a field.
 */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  if (items.length <= stepLength) {
    const sorted = items.toSorted(compare);
    yield items.length * Math.log2(stepLength);
    return sorted;
  }
  const middle = items.length >>> 1;
  const left = yield* sortInSteps(items.slice(0, middle), compare);
  const right = yield* sortInSteps(items.slice(middle), compare);
  return yield* merge(left, right, compare);
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<readonly T[]> {
  const merged: T[] = [];
  let next = 0;
  yield* forEachInSteps(left, 2, (item) => {
    let other = right[next];
    while (other !== undefined && compare(other, item) < 0) {
      merged.push(other);
      next += 1;
      other = right[next];
    }
    merged.push(item);
  });
  return [...merged, ...right.slice(next)];
}

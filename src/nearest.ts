/**
 * The name that takes the fewest letters to add, drop or replace to become, capitals aside; the first of several.
 *
 * @param names at least one
 */
export function nearest(text: string, names: readonly string[]): string {
  // Longer texts would take long to compare, and are near to nothing.
  const wanted = text.slice(0, 100).toUpperCase();
  const distances = names.map((name) => distance(wanted, name.toUpperCase()));
  return names[distances.indexOf(Math.min(...distances))] ?? '';
}

/** Levenshtein's distance, one row of its table at a time. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at < row.length; at += 1)
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * The name with the smallest edit distance to a text, ignoring case; the first of several.
 *
 * @param names at least one
 */
export function nearest(text: string, names: readonly string[]): string {
  // A longer text is slow to compare and near to no name.
  const wanted = text.slice(0, 100).toUpperCase();
  const distances = names.map((name) => distance(wanted, name.toUpperCase()));
  return names[distances.indexOf(Math.min(...distances))] ?? '';
}

/** Levenshtein distance, one row of the table at a time. */
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

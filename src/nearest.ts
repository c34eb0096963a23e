/** The name with the smallest edit distance to a text, ignoring case; the first of several. */
export function nearest(text: string, names: readonly string[]) {
  // A longer text is slow to compare and near to no name.
  const wanted = text.slice(0, 100).toUpperCase();
  const distances = names.map((name) => distance(wanted, name.toUpperCase()));
  const edits = Math.min(...distances);
  return { name: names[distances.indexOf(edits)] ?? '', edits };
}

/** Characters of the shortest name that is compared: nearly every short text is near to another. */
const minLength = 7;

/** Edits that make a misspelling: more in longer names. */
function maxEdits({ length }: string): number {
  if (length < 10) return 1;
  return length < 16 ? 2 : 3;
}

/** The name that a text misspells; undefined where it is near to none. */
export function misspelt(text: string, names: readonly string[]): string | undefined {
  const near = names.filter(
    (name) => name.length >= minLength && Math.abs(name.length - text.length) <= maxEdits(name),
  );
  const { name, edits } = nearest(text, near);
  return edits <= maxEdits(name) ? name : undefined;
}

/**
 * Letters to insert, to remove, to replace, or to swap with their neighbour; one row of the table
 * at a time.
 */
function distance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let at = 1; at < row.length; at += 1) {
      const removed = (row[at] ?? 0) + 1;
      const inserted = (next[at - 1] ?? 0) + 1;
      const replaced = (row[at - 1] ?? 0) + (to[at - 1] === from[index] ? 0 : 1);
      const edits = [removed, inserted, replaced];
      const isSwapped = from[index] === to[at - 2] && from[index - 1] === to[at - 1];
      if (isSwapped) edits.push((before[at - 2] ?? 0) + 1);
      next.push(Math.min(...edits));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Plain ASCII has no marks to drop, and nearly every name is plain. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const marks = /\p{M}+/gu;

/**
 * Characters. NFKD sorts each run of combining marks, in a time that is the square of its length. Without them a long text
 * folds to the same: a mark decomposes to marks alone, and what it follows does not change.
 */
const maxSortedLength = 64;

/** A text without case and accents, so that "Gebaude" is found in "Gebäude": NFKD, no combining marks, lower case. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const sortable = text.length <= maxSortedLength ? text : text.replace(marks, '');
  return sortable.normalize('NFKD').replace(marks, '').toLowerCase();
}

/** Combining marks in a row of a text that names are ordered by; no script writes as many. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/** A text with at most 8 combining marks in a row: a collation takes longer than the square of their number. */
export const withFewMarks = (text: string): string =>
  isAscii(text) ? text : text.replace(tooManyMarks, '$1');

/**
 * Compares by code point. JavaScript's own `<` compares UTF-16 units, which sorts U+FFFD behind an emoji.
 *
 * @returns below 0, 0 or above 0, as for `Array.sort`
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF, so they rank behind every other unit. */
const rankOfUnit = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit);

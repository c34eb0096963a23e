/** Plain ASCII has no marks to drop, and nearly every name is plain. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A text without case and accents, so that "Gebaude" is found in "Gebäude": NFKD, no combining marks, lower case. */
export const foldText = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')).toLowerCase();

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

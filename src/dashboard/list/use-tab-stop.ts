import { type FocusEvent, useState } from 'react';
import { rowOf } from './row-of.js';

/**
 * The one row of a list that Tab reaches: the one that had the focus last, as long as it is in the page.
 *
 * @returns its index, and what notes the focus
 */
export function useTabStop(
  indexes: readonly number[],
  firstVisible: number,
): readonly [number, (event: FocusEvent) => void] {
  const [focused, setFocused] = useState<number>();
  const isInPage = focused !== undefined && focused >= (indexes[0] ?? 0) && focused <= (indexes.at(-1) ?? 0);
  return [isInPage ? focused : firstVisible, ({ target }) => setFocused(rowOf(target) ?? focused)];
}

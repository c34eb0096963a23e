import { createContext, use, useReducer } from 'react';

/** Cursors of the pages that a list shows; the first page has none. */
export type Cursors = readonly (string | null)[];

/** Outlives the views of a session, so that going back finds a list as long as it was left. */
export const CursorsContext = createContext(new Map<string, Cursors>());

/**
 * The pages of an endless list.
 *
 * @param list names the list
 * @returns the cursors, and how to add the one behind the last page
 */
export function useCursors(list: string): readonly [Cursors, (endCursor: string) => void] {
  const kept = use(CursorsContext);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const cursors = kept.get(list) ?? firstPage;
  return [
    cursors,
    (endCursor) => {
      if (cursors.includes(endCursor)) return;
      kept.set(list, [...cursors, endCursor]);
      render();
    },
  ];
}

const firstPage: Cursors = [null];

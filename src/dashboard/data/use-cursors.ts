import { createContext, use, useReducer } from 'react';

/** Cursors before the pages that a list shows; null for the first page. */
export type Cursors = readonly (string | null)[];

/** Survives the views of a session, so a list keeps its length when the visitor returns to it. */
export const CursorsContext = createContext(new Map<string, Cursors>());

/**
 * The pages of an endless list.
 *
 * @param list name of the list
 * @returns the cursors, and a function that adds the next page
 */
export function useCursors(list: string): readonly [Cursors, (endCursor: string) => void] {
  const cursorsByList = use(CursorsContext);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const cursors = cursorsByList.get(list) ?? firstPage;
  return [
    cursors,
    (endCursor) => {
      if (cursors.includes(endCursor)) return;
      cursorsByList.set(list, [...cursors, endCursor]);
      render();
    },
  ];
}

const firstPage: Cursors = [null];

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowOf } from './use-list-keys.js';

interface RowsOptions {
  readonly count: number;
  /** Rows side by side. */
  readonly columns?: number;
  /** CSS pixels of each row, with the gap below it. */
  readonly height: number;
  /** Lines beyond the edges of the window that are in the page. */
  readonly overscan?: number;
  /** Called with the first and the last row near the window. */
  readonly onRange: (from: number, to: number) => void;
}

/** Rows of equal height in a page that scrolls as a whole: only those near the window are in it. */
export function useRows({ count, columns = 1, height, overscan = 8, onRange }: RowsOptions) {
  const body = useRef<HTMLDivElement>(null);
  const top = useTop(body);
  const [focused, setFocused] = useState<number>();
  const lines = Math.ceil(count / columns);
  const virtualizer = useWindowVirtualizer({
    count: lines,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const [first, last] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
  const [from, to] = [first * columns, (last + 1) * columns - 1];
  useEffect(() => onRange(from, Math.min(count - 1, to)), [from, to, count, onRange]);
  const scrolled = (virtualizer.scrollOffset ?? 0) + covered - top;
  const firstVisible = Math.min(last, Math.max(first, Math.ceil(scrolled / height)));
  const isInPage = focused !== undefined && focused >= from && focused <= to;
  return {
    /** For the element that holds the rows. */
    body,
    /** The lines near the window; the others are not in the page. */
    indexes,
    /** Takes the place of the lines before and after. */
    padding: { paddingTop: first * height, paddingBottom: Math.max(0, lines - 1 - last) * height },
    /** The one row that Tab reaches: the one that had the focus last, as long as it is in the page. */
    tabStop: isInPage ? focused : firstVisible * columns,
    /** Notes the focus. */
    onFocus: ({ target }: FocusEvent) => setFocused(rowOf(target) ?? focused),
  };
}

/** CSS pixels at the top of the window that the sticky parts may cover. */
const covered = 160;

/** How far below the top of the page an element begins, in CSS pixels. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // After every render: what is above may have grown.
  useLayoutEffect(() => {
    if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + scrollY));
  });
  return top;
}

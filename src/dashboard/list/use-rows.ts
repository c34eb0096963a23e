import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ListParts, ListRow } from './definition.js';
import { rowOf } from './use-list-keys.js';

interface RowsOptions extends Pick<ListParts<ListRow>, 'pages' | 'onRange'> {
  /** Rows side by side. */
  readonly columns?: number;
  /** CSS pixels of each row, with the gap below it. */
  readonly height: number;
  /** Lines beyond the edges of the window that are in the page. */
  readonly overscan?: number;
}

/** Rows that stand in for a list of unknown length. */
const placeholderRows = 12;

/** Rows of equal height in a page that scrolls as a whole: only those near the window are in it. */
export function useRows({ pages, columns = 1, height, overscan = 8, onRange }: RowsOptions) {
  const { totalCount: count = placeholderRows } = pages;
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
    count,
    /** For the element that holds the rows. */
    body,
    /** The lines near the window; the others are not in the page. */
    indexes,
    /** Takes the place of the lines before and after. */
    padding: { paddingTop: first * height, paddingBottom: Math.max(0, lines - 1 - last) * height },
    /**
     * The one row that Tab reaches: the one that had the focus last, as long as it is in the page.
     */
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

/** The width of an element in CSS pixels; that of the window until it is in the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => innerWidth);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    // Before the first picture is drawn, and whenever the window or a drawer beside the list
    // changes.
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** CSS pixels. A list narrower than this shows lines, without a table. */
export const phoneWidth = 640;

/**
 * Tells CSS how high the toolbar is, which the title of a table sticks below: it has a second line
 * where the window is narrow or filters are chosen.
 */
export function useStickyHeight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toolbar = list.current?.querySelector<HTMLElement>('.toolbar');
    if (!toolbar) return undefined;
    const observer = new ResizeObserver(() =>
      list.current?.style.setProperty('--toolbar-height', `${toolbar.offsetHeight}px`),
    );
    observer.observe(toolbar);
    return () => observer.disconnect();
  }, [list]);
}

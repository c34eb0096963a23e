import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface VirtualRowsOptions {
  readonly count: number;
  /** CSS pixels of each row, with the gap below it. */
  readonly height: number;
  /** Rows beyond the edges of the window that are in the page. */
  readonly overscan?: number;
  /** Called with the first and the last row near the window. */
  readonly onRange: (from: number, to: number) => void;
}

export interface VirtualRows {
  /** For the element that holds the rows. */
  readonly body: RefObject<HTMLDivElement | null>;
  /** The rows near the window; the others are not in the page. */
  readonly indexes: readonly number[];
  /** The first row below the sticky parts, whole or in part. */
  readonly firstVisible: number;
  /** CSS pixels that take the place of the rows before and after. */
  readonly before: number;
  readonly after: number;
}

/** Rows of equal height in a page that scrolls as a whole: only those near the window are in it. */
export function useVirtualRows({ count, height, overscan = 8, onRange }: VirtualRowsOptions): VirtualRows {
  const body = useRef<HTMLDivElement>(null);
  const top = useTop(body);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const scrolled = virtualizer.scrollOffset ?? 0;
  const [from, to] = [indexes[0] ?? 0, indexes.at(-1) ?? 0];
  useEffect(() => onRange(from, to), [from, to, onRange]);
  return {
    body,
    indexes,
    firstVisible: Math.min(to, Math.max(from, Math.ceil((scrolled + covered - top) / height))),
    before: from * height,
    after: Math.max(0, count - 1 - to) * height,
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

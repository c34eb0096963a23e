import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** The width of an element in CSS pixels; that of the window until it is in the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => innerWidth);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    // Before the first picture is drawn, and whenever the window or a drawer beside the list changes.
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
 * Tells CSS how high the toolbar is, which the title of a table sticks below: it has a second line where the window is
 * narrow or filters are chosen.
 *
 * @returns the toolbar's ref
 */
export function useStickyHeight(
  list: RefObject<HTMLElement | null>,
): (toolbar: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (toolbar) => {
      if (toolbar === null) return undefined;
      const observer = new ResizeObserver(() =>
        list.current?.style.setProperty('--toolbar-height', `${toolbar.offsetHeight}px`),
      );
      observer.observe(toolbar);
      return () => observer.disconnect();
    },
    [list],
  );
}

import { type RefObject, useLayoutEffect, useState } from 'react';

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

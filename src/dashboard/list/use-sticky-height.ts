import { type RefObject, useCallback } from 'react';

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

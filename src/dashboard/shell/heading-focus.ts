import { type RefObject, useEffect } from 'react';

interface HeadingFocusProps {
  readonly path: string;
  /** The path whose view was shown last. */
  readonly shown: RefObject<string>;
}

/**
 * The focused link may disappear with the old view, so keyboard users continue at the new heading. A part of the view, not a
 * hook beside it: only then it runs after the view's script has been loaded.
 */
export function HeadingFocus({ path, shown }: HeadingFocusProps): null {
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path, shown]);
  return null;
}

import { createScrollMemory } from './scroll-memory.js';

/** Milliseconds. A view that has not become long enough by then stays at its top. */
const maxWaitMs = 10_000;

/** What a visitor does to scroll: it ends the wait for the place from before. */
const ownScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Puts every view back where it was when the visitor returns to it, by the browser's buttons or by a reload; a new one
 * begins at its top. The browser itself cannot, because the rows of a list are not there yet when it tries.
 */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  const memory = createScrollMemory(sessionStorage);
  const place = createPlace();
  let shown = entryKey(memory.newKey);
  const note = (): void => {
    if (!place.isWanted()) memory.set(shown, scrollY);
  };
  const enter = (): void => {
    const key = entryKey(memory.newKey);
    if (key === shown) return;
    note();
    shown = key;
    place.want(memory.get(key));
  };
  addEventListener('popstate', enter);
  addEventListener('hashchange', enter);
  addEventListener('scroll', note, { passive: true });
  addEventListener('pagehide', memory.save);
  for (const type of ownScrolls) addEventListener(type, place.forget, { passive: true, capture: true });
  place.want(memory.get(shown));
}

/** Takes the page to a place as soon as it is long enough. */
function createPlace() {
  let wanted: number | undefined;
  let frame = 0;
  const forget = (): void => {
    wanted = undefined;
    cancelAnimationFrame(frame);
  };
  const want = (top: number, deadline = performance.now() + maxWaitMs): void => {
    forget();
    wanted = top;
    frame = requestAnimationFrame((now) => {
      const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top;
      if (!isLongEnough && now < deadline) {
        want(top, deadline);
        return;
      }
      forget();
      scrollTo(0, top);
    });
  };
  return { want, forget, isWanted: () => wanted !== undefined };
}

/** The key of the entry of the history that is shown; an entry that has none gets one. */
function entryKey(newKey: () => number): number {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'number')
    return state.entry;
  const entry = newKey();
  history.replaceState({ ...(state as object | null), entry }, '');
  return entry;
}

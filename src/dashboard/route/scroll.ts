/** Milliseconds. A view that has not become long enough by then stays at its top. */
const maxWaitMs = 10_000;

/** What a visitor does to scroll: it ends the wait for the place from before. */
const ownScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Puts every view back where it was when the visitor returns to it, by the browser's buttons or by
 * a reload; a new one begins at its top. The browser itself cannot, because the rows of a list are
 * not there yet when it tries.
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
  for (const type of ownScrolls)
    addEventListener(type, place.forget, { passive: true, capture: true });
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
  if (
    typeof state === 'object' &&
    state !== null &&
    'entry' in state &&
    typeof state.entry === 'number'
  )
    return state.entry;
  const entry = newKey();
  history.replaceState({ ...(state as object | null), entry }, '');
  return entry;
}

/** Entries that are kept: more than a visitor goes back. */
const maxEntries = 100;

const storageName = 'scroll';

/** Where each entry of the history was scrolled to. @param storage keeps nothing but numbers */
export function createScrollMemory(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const tops = new Map(read(storage));
  let last = Math.max(0, ...tops.keys());
  return {
    /** A key that no entry has. */
    newKey: (): number => {
      last += 1;
      // Known from now on, so that no other entry gets the same key after a reload.
      tops.set(last, 0);
      return last;
    },
    /** CSS pixels from the top; 0 for what is not known. */
    get: (key: number) => tops.get(key) ?? 0,
    set(key: number, top: number): void {
      // The newest last.
      tops.delete(key);
      tops.set(key, Math.round(top));
    },
    /** Writes everything down, for the page that a reload brings. */
    save: (): void => {
      try {
        storage.setItem(storageName, JSON.stringify([...tops].slice(-maxEntries)));
      } catch {
        // A browser that stores nothing starts at the top after a reload.
      }
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): readonly (readonly [number, number])[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageName) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

const isPlace = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isSafeInteger(part));

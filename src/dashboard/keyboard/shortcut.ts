/** A key, or two one after the other, and what they do. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly title: string;
}

/** What the keys `?`, `d` and `r` do. */
export type Action = 'help' | 'drawer' | 'refresh';

interface Jump extends Shortcut {
  readonly path: string;
}

interface Deed extends Shortcut {
  readonly action: Action;
}

/** Two keys, the first of which is `g`. */
export const jumps: readonly Jump[] = [
  { keys: ['g', 'o'], title: 'Overview', path: '/' },
  { keys: ['g', 's'], title: 'Screens', path: '/screens' },
  { keys: ['g', 'p'], title: 'Playlists', path: '/playlists' },
  { keys: ['g', 'm'], title: 'Media', path: '/media' },
];

export const deeds: readonly Deed[] = [
  { keys: ['r'], title: 'Refresh what is shown', action: 'refresh' },
  { keys: ['d'], title: 'Open or close the developer drawer', action: 'drawer' },
  { keys: ['?'], title: 'Show these keys', action: 'help' },
];

/** Milliseconds within which the second key follows the first. */
const pairMs = 1500;

/** What a key asks for. */
type Command = Pick<Jump, 'path'> | Pick<Deed, 'action'>;

/** Reads one key after the other; returns what they ask for, if anything. */
export function createKeyReader(): (key: string, atMs: number) => Command | undefined {
  let first: { readonly key: string; readonly atMs: number } | undefined;
  return (key, atMs) => {
    const before = first && atMs - first.atMs <= pairMs ? first.key : undefined;
    first = jumps.some(({ keys }) => keys[0] === key) ? { key, atMs } : undefined;
    if (before !== undefined) return jumps.find(({ keys }) => keys[0] === before && keys[1] === key);
    return deeds.find(({ keys }) => keys[0] === key);
  };
}

const name = 'single-key-shortcuts';

/** Whether single characters are shortcuts. People who dictate to their computer turn them off (WCAG 2.1.4). */
export function shortcutsAreOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off';
  } catch {
    // A browser may refuse a page its storage.
    return true;
  }
}

export function turnShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name);
    else localStorage.setItem(name, 'off');
  } catch {
    // As above: the setting then lasts no longer than the dialog.
  }
}

/**
 * Whether a press of a key is a single character that is not typed into a field. Shift is part of `?`.
 */
export const isShortcut = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isField(target);

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

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
export type Command = Pick<Jump, 'path'> | Pick<Deed, 'action'>;

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

import { useEffect, useEffectEvent, useMemo } from 'react';
import { readStored, writeStored } from '../data/browser-world.js';
import { navigate } from '../route/hash-location.js';

/** A key, or two one after the other, and what they do. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly title: string;
}

/** What the keys `?`, `d` and `r` do. */
type Action = 'help' | 'drawer' | 'refresh';

/** What a key asks for. */
type Command = { readonly path: string } | { readonly action: Action };

/** Two keys, the first of which is `g`. */
export const jumps: readonly (Shortcut & Command)[] = [
  { keys: ['g', 'o'], title: 'Overview', path: '/' },
  { keys: ['g', 's'], title: 'Screens', path: '/screens' },
  { keys: ['g', 'p'], title: 'Playlists', path: '/playlists' },
  { keys: ['g', 'm'], title: 'Media', path: '/media' },
];

export const deeds: readonly (Shortcut & Command)[] = [
  { keys: ['r'], title: 'Refresh what is shown', action: 'refresh' },
  { keys: ['d'], title: 'Open or close the developer drawer', action: 'drawer' },
  { keys: ['?'], title: 'Show these keys', action: 'help' },
];

/** Milliseconds within which the second key follows the first. */
const pairMs = 1500;

/** Reads one key after the other; returns what they ask for, if anything. */
export function createKeyReader(): (key: string, atMs: number) => Command | undefined {
  let first: { readonly key: string; readonly atMs: number } | undefined;
  return (key, atMs) => {
    const before = first && atMs - first.atMs <= pairMs ? first.key : undefined;
    first = jumps.some(({ keys }) => keys[0] === key) ? { key, atMs } : undefined;
    if (before !== undefined)
      return jumps.find(({ keys }) => keys[0] === before && keys[1] === key);
    return deeds.find(({ keys }) => keys[0] === key);
  };
}

const name = 'single-key-shortcuts';

/**
 * Whether single characters are shortcuts. People who dictate to their computer turn them off (WCAG
 * 2.1.4).
 */
export const shortcutsAreOn = (): boolean => readStored(name) !== 'off';

export const turnShortcuts = (isOn: boolean): void => writeStored(name, isOn ? null : 'off');

/**
 * Whether a press of a key is a single character that is not typed into a field. Shift is part of
 * `?`.
 */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isField(target);

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

/** Listens to the page's keys; a list adds its own. */
export function useShortcuts(actions: Readonly<Record<Action, () => void>>): void {
  const read = useMemo(createKeyReader, []);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event) || event.repeat || document.querySelector('dialog:modal')) return;
    // First of all listeners, so that it turns off the keys of lists too.
    if (!shortcutsAreOn()) {
      event.stopImmediatePropagation();
      return;
    }
    const command = read(event.key, event.timeStamp);
    if (command === undefined) return;
    event.preventDefault();
    if ('path' in command) navigate(command.path);
    else actions[command.action]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}

import { useEffect, useEffectEvent, useMemo } from 'react';
import { navigate } from '../route/hash-location.js';
import { type Action, createKeyReader, isShortcut, shortcutsAreOn } from './shortcut.js';

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

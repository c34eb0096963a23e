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

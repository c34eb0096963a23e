import { type RefObject, useEffect } from 'react';

/**
 * The keys of a list: `/` to its search, `j` and `k` from row to row; and once a row has the focus,
 * the arrows.
 *
 * @param list holds the search and the rows
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (list.current && !isMeantForOthers(event) && press(list.current, event.key))
        event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [list]);
}

function isMeantForOthers({
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true;
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [popover], dialog, [role="dialog"]',
    ) !== null
  );
}

/** @returns whether the key has done something */
function press(list: HTMLElement, key: string): boolean {
  if (key === '/') {
    list.querySelector<HTMLElement>('input[type="search"]')?.focus();
    return true;
  }
  const focused = rowOf(document.activeElement);
  // How many cards are side by side; 1 in a table.
  const columns = Number(
    list.querySelector<HTMLElement>('[data-columns]')?.dataset['columns'] ?? 1,
  );
  const step = stepOf(key, focused === undefined ? undefined : columns);
  if (step === undefined) return false;
  if (focused === undefined) firstVisibleLink(list)?.focus({ preventScroll: true });
  else focusRow(list, focused + step);
  return true;
}

/** @param columns undefined where no row has the focus: the arrows then scroll, as everywhere */
export function stepOf(key: string, columns: number | undefined): number | undefined {
  if (key === 'j') return 1;
  if (key === 'k') return -1;
  if (columns === undefined) return undefined;
  if (key === 'ArrowDown') return columns;
  if (key === 'ArrowUp') return -columns;
  if (columns === 1) return undefined;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
}

/**
 * The rows beside the window are in the page. A key that comes before the next one is drawn does
 * nothing.
 */
function focusRow(list: HTMLElement, index: number): void {
  const link = list.querySelector<HTMLElement>(`[data-row="${index}"]`);
  link?.focus({ preventScroll: true });
  // By its own edges and those of the sticky parts: `scroll-margin` in list.css.
  link?.closest('[data-place]')?.scrollIntoView({ block: 'nearest' });
}

/** The first row below the sticky parts. */
function firstVisibleLink(list: HTMLElement): HTMLElement | undefined {
  const sticky = list.querySelector('.table__head') ?? list.querySelector('.toolbar');
  const edge = sticky?.getBoundingClientRect().bottom ?? 0;
  return [...list.querySelectorAll<HTMLElement>('[data-row]')].find(
    (link) => link.getBoundingClientRect().top >= edge,
  );
}

/** The index of the row that a link names; undefined for every other element. */
export function rowOf(element: Element | null): number | undefined {
  const index = element instanceof HTMLElement ? element.dataset['row'] : undefined;
  return index === undefined ? undefined : Number(index);
}

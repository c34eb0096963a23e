/** The index of the row that a link names; undefined for every other element. */
export function rowOf(element: Element | null): number | undefined {
  const index = element instanceof HTMLElement ? element.dataset['row'] : undefined;
  return index === undefined ? undefined : Number(index);
}

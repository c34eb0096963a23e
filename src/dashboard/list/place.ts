import type { Range } from './settle.js';

/** Rows of one page: a page of the Partner API, one REST request. */
export const pageSize = 100;

export interface PageData<Row> {
  readonly totalCount: number;
  readonly nodes: readonly (Row | null)[];
}

/** What is known of a place in a list: its record, or why there is none. */
export type Place<Row> = Row | 'unread' | 'failed' | 'unreadable' | 'hidden';

/** What stands in the place of a record that could not be read, or that the Partner API does not give. */
export const placeWords = {
  failed: 'Not read.',
  unreadable: 'This record could not be read.',
  hidden: 'Not visible to this credential.',
} as const;

/** The number of the page that holds a place. */
export const pageOfPlace = (index: number): number => Math.floor(index / pageSize) + 1;

/** The pages that hold a range, of those that the list has. @param length undefined until it is known */
export function numbersOf({ from, to }: Range, length: number | undefined): readonly number[] {
  const lastOfAll = length === undefined ? Infinity : Math.max(1, Math.ceil(length / pageSize));
  const last = Math.min(lastOfAll, pageOfPlace(Math.max(from, to)));
  const first = Math.min(last, pageOfPlace(from));
  return Array.from({ length: last - first + 1 }, (_none, at) => first + at);
}

/** What a page has at a place of its list. @param page null where it could not be read, undefined before */
export function placeIn<Row>(
  page: PageData<Row> | null | undefined,
  index: number,
  length: number,
): Place<Row> {
  if (page === undefined) return 'unread';
  if (page === null) return 'failed';
  const node = page.nodes[index % pageSize];
  if (node === null) return 'unreadable';
  return node ?? (index < length ? 'hidden' : 'unread');
}

import type { ViewStore } from '../data/view-store.js';
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

/** The pages of one list that this session has seen, by their numbers; null for one that could not be read. */
export type KnownPages = Map<number, PageData<unknown> | null>;

/** Lists that are remembered: filters and orders of the last few minutes. */
const maxLists = 20;

const sessions = new WeakMap<ViewStore, Map<string, KnownPages>>();

/**
 * What a session has seen of a list: a visitor who scrolls back over it, or returns to it, sees rows at once.
 *
 * @param key of the list with its filter and order
 */
export function knownPagesOf(store: ViewStore, key: string): KnownPages {
  const lists = sessions.get(store) ?? new Map<string, KnownPages>();
  sessions.set(store, lists);
  const pages = lists.get(key) ?? new Map<number, PageData<unknown> | null>();
  // The newest last.
  lists.delete(key);
  lists.set(key, pages);
  for (const oldest of [...lists.keys()].slice(0, -maxLists)) lists.delete(oldest);
  return pages;
}

/** Takes note of a page; of one that was seen before, a failure takes nothing away. */
export function notePage(known: KnownPages, number: number, page: PageData<unknown> | null): void {
  if (page !== null || known.get(number) == null) known.set(number, page);
}

/** The pages that hold a range, of those that the list has. @param length undefined until it is known */
export function numbersOf({ from, to }: Range, length: number | undefined): readonly number[] {
  const lastOfAll = length === undefined ? Infinity : Math.max(1, Math.ceil(length / pageSize));
  const last = Math.min(lastOfAll, Math.floor(Math.max(from, to) / pageSize) + 1);
  const first = Math.min(last, Math.floor(from / pageSize) + 1);
  return Array.from({ length: last - first + 1 }, (_none, at) => first + at);
}

/** As one of the pages tells it, those of `preferred` first: they are the newest. */
export function lengthOf(known: KnownPages, preferred: readonly number[] = []): number | undefined {
  const pages = [...preferred.map((page) => known.get(page)), ...[...known.values()].toReversed()];
  return pages.find((page) => page != null)?.totalCount;
}

/** What is known of a place in a list of a length. */
export function placeIn<Row>(known: KnownPages, index: number, length: number): Place<Row> {
  const page = known.get(Math.floor(index / pageSize) + 1);
  if (page === undefined) return 'unread';
  if (page === null) return 'failed';
  const node = page.nodes[index % pageSize];
  if (node === null) return 'unreadable';
  // The key of `known` stands for a document, hence for the type of its rows.
  return node === undefined ? (index < length ? 'hidden' : 'unread') : (node as Row);
}

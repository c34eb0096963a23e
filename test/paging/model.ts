import fc from 'fast-check';
import type { Source, SourcePage } from '../../src/paging/place.js';

/** Far more than any walk here may need; an endless one fails instead of hanging. */
const maxReads = 10_000;

/**
 * `key` is the test's own name for an item; `id` is what the upstream sends, null for an unreadable
 * item.
 */
export interface Item {
  readonly key: number;
  readonly id: string | null;
  isHidden: boolean;
  /** How many times its raw position has changed. */
  moves: number;
}

export interface ReadPage {
  readonly page: number;
  readonly limit: number;
}

type Pagination = SourcePage<Item>['pagination'];

export type PastEnd = 'nothing' | 'last page as asked' | 'last page as itself';

export interface ModelOptions {
  /** The widest page that the upstream serves, whatever the requested limit. */
  readonly cap?: number;
  /** The response past the end: no items, or the last page under one of two numbers. */
  readonly pastEnd?: PastEnd;
  /** Whether ids may come twice at different positions, as those of slots. */
  readonly hasSlots?: boolean;
  readonly lie?: (pagination: Pagination) => Pagination;
  readonly known?: () => Pagination | undefined;
  /** Called before the n-th read, from 1; may change the collection or throw. */
  readonly beforeRead?: (count: number) => void;
}

/**
 * A collection as the contract describes it: cut into pages first, hidden items taken out
 * afterwards. What is read is a copy of that moment.
 */
export interface Model {
  readonly items: Item[];
  readonly source: Source<Item>;
  readonly reads: ReadPage[];
  /** Groups of reads that started before the first response to one of them. */
  rounds: number;
}

export function createModel(items: Item[], options: ModelOptions = {}): Model {
  let hasAnswered = true;
  let maxLimit = 100;
  const source: Source<Item> = {
    async readPage(page, requested) {
      model.reads.push({ page, limit: requested });
      if (hasAnswered) model.rounds += 1;
      hasAnswered = false;
      if (model.reads.length > maxReads) throw new Error('The walk does not end.');
      options.beforeRead?.(model.reads.length);
      const limit = Math.min(requested, options.cap ?? 100);
      const cut = answerPage(items, page, limit, options.pastEnd);
      const answer = { items: cut.items.map((item) => ({ ...item })), pagination: cut.pagination };
      await Promise.resolve();
      hasAnswered = true;
      if (limit < requested) maxLimit = Math.min(maxLimit, limit);
      return {
        items: answer.items,
        pagination: options.lie?.(answer.pagination) ?? answer.pagination,
      };
    },
    idOf: ({ id }) => id,
    areIdsUnique: options.hasSlots !== true,
    maxLimit: () => maxLimit,
    minLimit: () => 1,
    known: () => options.known?.(),
  };
  const model: Model = { items, source, reads: [], rounds: 0 };
  return model;
}

export function cutPage(items: readonly Item[], page: number, limit: number): SourcePage<Item> {
  const total = items.length;
  const cut = items.slice((page - 1) * limit, page * limit);
  return {
    items: cut.filter(({ isHidden }) => !isHidden),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

function answerPage(
  items: readonly Item[],
  page: number,
  limit: number,
  pastEnd: PastEnd = 'nothing',
): SourcePage<Item> {
  const last = Math.max(1, Math.ceil(items.length / limit));
  if (page <= last || pastEnd === 'nothing') return cutPage(items, page, limit);
  const clamped = cutPage(items, last, limit);
  return pastEnd === 'last page as itself'
    ? clamped
    : { ...clamped, pagination: { ...clamped.pagination, page } };
}

export const paginationOf = (items: readonly Item[]): Pagination =>
  cutPage(items, 1, 20).pagination;

export const visibleOf = (items: readonly Item[]): Item[] =>
  items.filter(({ isHidden }) => !isHidden);

export const keysOf = (items: readonly { readonly key: number }[]): number[] =>
  items.map(({ key }) => key);

/** Items 1..count, all visible by default. */
export const createItems = (
  count: number,
  isHidden: (key: number) => boolean = () => false,
): Item[] =>
  Array.from({ length: count }, (_, index) => createItem(index + 1, isHidden(index + 1)));

/** Items 1 and on of a text of `#` visible, `.` hidden, `?` unreadable. */
export const itemsOf = (text: string): Item[] =>
  Array.from(text, (letter, index) =>
    createItem(index + 1, letter === '.', letter === '?' ? null : `item-${index + 1}`),
  );

export const createItem = (
  key: number,
  isHidden = false,
  id: string | null = `item-${key}`,
): Item => ({
  key,
  id,
  isHidden,
  moves: 0,
});

/** The last two remove all before the position, or all behind it. */
export const changeKinds = [
  ...(['remove', 'insert', 'replace', 'hide', 'unhide', 'toFront', 'toEnd'] as const),
  ...(['cutFront', 'cutEnd'] as const),
] as const;

/** One change of a collection; `at` chooses the position. */
export interface Change {
  readonly kind: (typeof changeKinds)[number];
  readonly at: number;
}

export const changeOf = (...kinds: readonly Change['kind'][]): fc.Arbitrary<Change> =>
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(9999) });

/** Changes the collection and counts a move for every item whose position changes. */
export function createChanger(items: Item[]): (change: Change) => void {
  let nextKey = 1000;
  return (change) => {
    const before = [...items];
    nextKey += 1;
    apply(items, change, createItem(nextKey));
    before.forEach((item, index) => {
      if (items[index] !== item) item.moves += 1;
    });
  };
}

function apply(items: Item[], { kind, at }: Change, fresh: Item): void {
  const index = at % Math.max(1, items.length);
  const item = items[index];
  if (kind === 'cutFront') items.splice(0, index);
  else if (kind === 'cutEnd') items.splice(index);
  else if (kind === 'insert') items.splice(at % (items.length + 1), 0, fresh);
  else if (item === undefined) return;
  else if (kind === 'remove') items.splice(index, 1);
  else if (kind === 'replace') items[index] = fresh;
  else if (kind === 'hide' || kind === 'unhide') item.isHidden = kind === 'hide';
  else {
    items.splice(index, 1);
    items.splice(kind === 'toFront' ? 0 : items.length, 0, item);
  }
}

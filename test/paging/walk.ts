import { decodeCursor, encodeCursor } from '../../src/paging/cursor.js';
import type { Direction, Place, Placed } from '../../src/paging/place.js';
import { type PagePlan, planFrom } from '../../src/paging/plan.js';
import { readWindow, type Window } from '../../src/paging/window.js';
import type { Item, Model } from './model.js';

const collectionName = 'media';

/** The place as a client hands it back. */
export function throughCursor(place: Place): Place {
  const decoded = decodeCursor(collectionName, encodeCursor(collectionName, place));
  if (decoded === undefined) throw new Error(`No cursor: ${JSON.stringify(place)}`);
  return decoded;
}

/** The edge that a client continues from in this direction. */
export const outermost = <T>(
  items: readonly Placed<T>[],
  direction: Direction,
): Placed<T> | undefined => (direction === 'forward' ? items.at(-1) : items[0]);

/** The test's own names of what a window shows. */
export const keysIn = (items: readonly Placed<Item>[]): number[] =>
  items.map(({ item }) => item.key);

/** Walks in one direction, sizes in turn, until a window says that it was the last one. */
export async function* walk(
  model: Model,
  direction: Direction,
  sizes: readonly number[],
  betweenWindows: (anchor: Item) => void = () => undefined,
): AsyncGenerator<Window<Item>> {
  let from: Place | undefined;
  for (let round = 0; ; round += 1) {
    const window = await readWindow(
      model.source,
      direction,
      sizes[round % sizes.length] ?? 1,
      from,
    );
    yield window;
    const edge = outermost(window.items, direction);
    const goesOn = direction === 'forward' ? window.hasNextPage : window.hasPreviousPage;
    if (edge === undefined || !goesOn) return;
    if (round > 2000) throw new Error('The walk does not end.');
    from = throughCursor(edge.place);
    betweenWindows(edge.item);
  }
}

/** All that a walk delivers, in the order of the collection. */
export async function walkAll(...args: Parameters<typeof walk>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const { items } of walk(...args))
    all.splice(args[1] === 'forward' ? all.length : 0, 0, ...items.map(({ item }) => item));
  return all;
}

/** REST pages `first` to `last` of one grid, both included and counted from 1. */
export interface Pages {
  readonly limit: number;
  readonly first: number;
  readonly last: number;
}

export const pagesOf = ({ limit, near, far }: PagePlan, direction: Direction): Pages =>
  direction === 'forward'
    ? { limit, first: near / limit + 1, last: far / limit }
    : { limit, first: -far / limit + 1, last: -near / limit };

interface BoundaryOptions {
  readonly direction: Direction;
  readonly maxLimit: number;
  /** Positions of the collection, where they are known. */
  readonly extent?: number;
}

/** The plan of a walk from an exact boundary; `boundary` is the number of positions before it. */
export function planFromBoundary(
  boundary: number,
  wanted: number,
  { direction, maxLimit, extent = Infinity }: BoundaryOptions,
): Pages {
  const isForward = direction === 'forward';
  const next = isForward ? boundary : -boundary;
  const options = { maxLimit, minLimit: 1, end: isForward ? extent : 0 };
  return pagesOf(planFrom({ next }, next + wanted, options), direction);
}

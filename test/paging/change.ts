import fc from 'fast-check';
import { createItem, type Item } from './model.js';

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

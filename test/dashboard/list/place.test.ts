import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { numbersOf, placeIn, type Range, Settler } from '../../../src/dashboard/list/place.js';
import { stepOf } from '../../../src/dashboard/list/use-list-keys.js';
import { createScrollMemory } from '../../../src/dashboard/route/scroll.js';

const row = (id: number) => ({ id: `id-${id}`, name: `Row ${id}` });

describe('a place of a list', () => {
  const page = { totalCount: 302, nodes: [row(0), null] };

  it.each([
    ['has a record', page, 0, row(0)],
    ['holds a record that breaks the contract', page, 1, 'unreadable'],
    ['is hidden: the page is short, as the credential does not see all', page, 2, 'hidden'],
    ['is behind the end', page, 302, 'unread'],
    ['is in a page that could not be read', null, 150, 'failed'],
    ['is in a page that is not read yet', undefined, 250, 'unread'],
  ])('%s', (_case, read, index, place) => {
    expect(placeIn(read, index, 302)).toEqual(place);
  });
});

it('the pages of a list are those that hold a range, of those that the list has', () => {
  expect(numbersOf({ from: 0, to: 40 }, undefined)).toEqual([1]);
  expect(numbersOf({ from: 90, to: 130 }, 5000)).toEqual([1, 2]);
  expect(numbersOf({ from: 280, to: 310 }, 300)).toEqual([3]);
  expect(numbersOf({ from: 280, to: 310 }, 0)).toEqual([1]);
});

const at = (from: number): Range => ({ from, to: from + 20 });

describe('what a list reads while it scrolls', () => {
  let settled: number[];
  let settler: Settler;
  beforeEach(() => {
    vi.useFakeTimers();
    settled = [];
    settler = new Settler(({ from }) => settled.push(from));
  });
  afterEach(() => {
    settler.stop();
    vi.useRealTimers();
  });

  it('is where it rests', () => {
    settler.move(at(40));
    vi.advanceTimersByTime(100);
    expect(settled).toEqual([40]);
    vi.advanceTimersByTime(1000);
    expect(settled).toEqual([40]);
  });

  it('is not what it flies over', () => {
    for (let from = 0; from <= 4900; from += 100) {
      settler.move(at(from));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(200);
    expect(settled).toEqual([4900]);
  });

  it('is what it passes slowly', () => {
    for (let from = 0; from <= 100; from += 1) {
      settler.move(at(from));
      vi.advanceTimersByTime(16);
    }
    expect(settled.length).toBeGreaterThan(10);
  });

  it('is nothing once it has stopped', () => {
    settler.move(at(40));
    settler.stop();
    vi.advanceTimersByTime(1000);
    expect(settled).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the keys of a list', () => {
  it.each([
    ['from row to row', 1, [1, -1, 1, -1, undefined, undefined]],
    ['from card to card in two directions', 5, [1, -1, 5, -5, 1, -1]],
    [
      'to the first row, and leave the arrows to the page, while no row has the focus',
      undefined,
      [1, -1],
    ],
  ])('go %s', (_where, columns, steps) => {
    const keys = ['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'x'];
    expect(keys.map((key) => stepOf(key, columns))).toEqual(keys.map((_key, at) => steps[at]));
  });
});

/** A session's storage; each page of the session reads it anew. */
function createStorage(content?: string) {
  const items = new Map(content === undefined ? [] : [['scroll', content]]);
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
}

describe('the places of the history', () => {
  it('are the last hundred, and outlive a reload', () => {
    const storage = createStorage();
    const memory = createScrollMemory(storage);
    const keys = Array.from({ length: 150 }, memory.newKey);
    keys.forEach((key) => memory.set(key, 7));
    memory.save();
    const next = createScrollMemory(storage);
    expect(keys.filter((key) => next.get(key) === 7)).toEqual(keys.slice(-100));
    expect(keys).not.toContain(next.newKey());
  });

  it('are numbers alone', () => {
    const storage = createStorage();
    const memory = createScrollMemory(storage);
    memory.set(memory.newKey(), 12.6);
    memory.save();
    expect(storage.items.get('scroll')).toBe('[[1,13]]');
  });

  it.each(['', '{}', 'null', '[[1]]', '[["a",2]]', '[[1,null]]'])(
    'begin anew from %s',
    (content) => {
      const memory = createScrollMemory(createStorage(content));
      expect([memory.newKey(), memory.get(1)]).toEqual([1, 0]);
    },
  );

  it('do without a storage that is full', () => {
    const memory = createScrollMemory({
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    expect(memory.save).not.toThrow();
  });
});

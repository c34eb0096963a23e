import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type PageVariables,
  walk,
  type WalkConnection,
  WalkError,
} from '../../src/client/index.js';

/** A connection over a list, with the index of an item as its cursor; records the pages read. */
function serve<T>(items: readonly T[]) {
  const read: PageVariables[] = [];
  const readPage = (page: PageVariables): Promise<WalkConnection<T>> => {
    read.push(page);
    const start = page.after === null ? 0 : Number(page.after) + 1;
    const end = Math.min(start + page.first, items.length);
    return Promise.resolve({
      nodes: items.slice(start, end),
      pageInfo: {
        hasNextPage: end < items.length,
        endCursor: end > start ? String(end - 1) : null,
      },
    });
  };
  return { read, readPage };
}

async function collect<T>(generator: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of generator) items.push(item);
  return items;
}

const page = <T>(nodes: readonly (T | null)[], endCursor: string | null, hasNextPage = true) =>
  Promise.resolve({ nodes, pageInfo: { hasNextPage, endCursor } });

describe('walk', () => {
  it('yields every item once and in order, whatever the size of the list, the page and the cap', async () => {
    for (let total = 0; total <= 7; total += 1)
      for (let pageSize = 1; pageSize <= 4; pageSize += 1)
        for (const cap of [0, 1, 2, 3, 5, 7, 8, Infinity]) {
          const items = Array.from({ length: total }, (_item, index) => `screen ${index}`);
          const { readPage, read } = serve(items);
          expect(await collect(walk(readPage, { cap, pageSize }))).toEqual(items.slice(0, cap));
          const wanted = Math.min(total, cap);
          expect(read).toHaveLength(cap === 0 ? 0 : Math.max(1, Math.ceil(wanted / pageSize)));
        }
  });

  it('requests pages of 100, which the façade reads with one REST request, and no item beyond the cap', async () => {
    const { readPage, read } = serve(Array.from({ length: 300 }, (_item, index) => index));
    expect(await collect(walk(readPage, { cap: 230 }))).toHaveLength(230);
    expect(read).toEqual([
      { first: 100, after: null },
      { first: 100, after: '99' },
      { first: 30, after: '199' },
    ]);
  });

  it('reads a page only when the caller needs its items', async () => {
    const { readPage, read } = serve(['a', 'b', 'c']);
    for await (const item of walk(readPage, { cap: 9, pageSize: 1 })) if (item === 'b') break;
    expect(read).toHaveLength(2);
  });

  it('continues after a short and an empty page (pagination rule 2)', async () => {
    const pages = [page(['a'], '1'), page([], '2'), page(['b'], '3', false)];
    expect(await collect(walk(() => pages.shift() ?? Promise.resolve(null), { cap: 9 }))).toEqual([
      'a',
      'b',
    ]);
  });

  it('reads edges where nodes are not selected', async () => {
    const edges = [{ node: 'a' }, { node: null }, {}];
    const readPage = () => Promise.resolve({ edges, pageInfo: { hasNextPage: false } });
    expect(await collect(walk<string>(readPage, { cap: 9 }))).toEqual(['a', null, null]);
  });

  it('yields and counts nulls', async () => {
    const { readPage } = serve(['a', null, 'b']);
    const walked = walk(readPage, { cap: 2 });
    expectTypeOf(walked).toEqualTypeOf<AsyncGenerator<string | null, void, undefined>>();
    expect(await collect(walked)).toEqual(['a', null]);
  });

  it('skips nulls on request, and fills the cap with later items', async () => {
    const { readPage } = serve(['a', null, 'b', 'c']);
    const walked = walk(readPage, { cap: 2, skipNulls: true });
    expectTypeOf(walked).toEqualTypeOf<AsyncGenerator<string, void, undefined>>();
    expect(await collect(walked)).toEqual(['a', 'b']);
  });

  it('stops at the cap where a page has more items than requested', async () => {
    expect(await collect(walk(() => page(['a', 'b', 'c'], '3'), { cap: 2 }))).toEqual(['a', 'b']);
  });
});

describe('a walk that cannot reach its end fails after its items', () => {
  const failing = async (pages: (WalkConnection<string> | null)[]) => {
    const given: (string | null)[] = [];
    const walking = walk(() => Promise.resolve(pages.shift() ?? null), { cap: 99 });
    const failure = await (async () => {
      for await (const item of walking) given.push(item);
    })().catch((error: unknown) => error);
    return { given, failure };
  };
  const withNext = (nodes: string[], endCursor: string | null): WalkConnection<string> => ({
    nodes,
    pageInfo: { hasNextPage: true, endCursor },
  });

  it.each([
    ['a page is null', [withNext(['a'], '1'), null], ['a'], '1'],
    ['the first page is null', [null], [], null],
    ['the cursor stays', [withNext(['a'], '1'), withNext(['b'], '1')], ['a', 'b'], '1'],
    [
      'the cursors repeat',
      [withNext(['a'], '1'), withNext(['b'], '2'), withNext(['c'], '1')],
      ['a', 'b', 'c'],
      '2',
    ],
    ['there is no cursor', [withNext(['a'], null)], ['a'], null],
  ])('%s', async (_name, pages, given, after) => {
    const walked = await failing(pages);
    expect(walked.given).toEqual(given);
    expect(walked.failure).toBeInstanceOf(WalkError);
    expect(walked.failure).toMatchObject({ after });
  });

  it('readPage throws: the walk throws the same', async () => {
    const fault = new Error('no network');
    await expect(walk(() => Promise.reject(fault), { cap: 1 }).next()).rejects.toBe(fault);
  });
});

it.each([
  { cap: -1 },
  { cap: 1.5 },
  { cap: NaN },
  { cap: 1, pageSize: 0 },
  { cap: 1, pageSize: 2 ** 31 },
])('walk refuses %o', async (options) => {
  await expect(walk(() => page(['a'], '1'), options).next()).rejects.toThrow(RangeError);
});

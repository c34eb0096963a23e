import { describe, expect, it } from 'vitest';
import type { Facade } from '../../../src/facade.js';
import { decodeSortCursor, encodeSortCursor } from '../../../src/find/order.js';
import { find, openFind, queryOf } from '../../find/find-world.js';
import { listOf } from '../../find/numbered-screen.js';

const startFacade = (length = 30) => openFind({ screens: listOf(length), media: [] });

type Found = Readonly<Record<string, unknown>>;

const windowOf = async (facade: Facade, variables: Found) => {
  const { data, errors } = await find(facade, queryOf('screens'), variables);
  return {
    ids: data?.['screens']?.edges.map(({ node }) => node?.id),
    cursors: data?.['screens']?.edges.map(({ cursor }) => cursor) ?? [],
    codes: errors.map(({ extensions: { code } }) => code),
  };
};

const offline = { statusIn: ['OFFLINE'] };
const byName = { field: 'NAME', direction: 'ASC' };

describe('a cursor of one filter and order', () => {
  const lists: readonly Found[] = [
    {},
    { filter: offline },
    { filter: { statusIn: ['OFFLINE', 'ONLINE'] } },
    { filter: { nameContains: '' } },
    { orderBy: byName },
    { orderBy: { ...byName, direction: 'DESC' } },
    { orderBy: { field: 'ITEM_COUNT' } },
    { orderBy: { field: 'TOTAL_DURATION' } },
    { filter: offline, orderBy: byName },
  ];

  it('is refused by every other one, without a request', async () => {
    const { world, facade } = startFacade();
    for (const [index, list] of lists.entries()) {
      const { cursors } = await windowOf(facade, { ...list, first: 2 });
      for (const [other, another] of lists.entries()) {
        world.requests.length = 0;
        for (const variables of [
          { ...another, first: 2, after: cursors[1] },
          { ...another, last: 2, before: cursors[1] },
        ]) {
          const { codes } = await windowOf(facade, variables);
          expect(codes).toEqual(index === other ? [] : ['BAD_USER_INPUT']);
        }
        if (index !== other) expect(world.requests).toEqual([]);
      }
    }
  });

  it('is refused by the same filter and order of another collection', async () => {
    const { world, facade } = startFacade();
    for (const list of [{ filter: { nameContains: 'e' } }, { orderBy: byName }]) {
      const { cursors } = await windowOf(facade, { ...list, first: 2 });
      world.requests.length = 0;
      const { errors } = await find(facade, queryOf('media'), { ...list, after: cursors[0] });
      expect(errors).toMatchObject([{ path: ['media'], extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(world.requests).toEqual([]);
    }
  });

  it('a filter without members is none: the requests and cursors of the plain list', async () => {
    const { world, facade } = startFacade();
    const plain = await windowOf(facade, { first: 5 });
    const paths = [...world.requests];
    for (const filter of [null, {}, { statusIn: null, nameContains: null }]) {
      world.requests.length = 0;
      expect(await windowOf(facade, { filter, orderBy: null, first: 5 })).toEqual(plain);
      expect(world.requests).toEqual(paths);
    }
  });
});

it('a cursor of another list, a text that is none, and what is compared for a long time are no place in a sorted list', () => {
  const place = { key: 'a', id: 's1' };
  const cursor = encodeSortCursor('screens abc', place);
  expect(decodeSortCursor('screens abc', 'string', cursor)).toEqual(place);
  expect(decodeSortCursor('screens abd', 'string', cursor)).toBeUndefined();
  for (const text of [
    '',
    'x',
    '!!',
    Buffer.from('[2,"screens abc","a","s1"] ').toString('base64url'),
  ])
    expect(decodeSortCursor('screens abc', 'string', text)).toBeUndefined();
  for (const key of ['x'.repeat(513), '\u0301'.repeat(9)])
    expect(
      decodeSortCursor('list', 'string', encodeSortCursor('list', { key, id: 's1' })),
    ).toBeUndefined();
});

describe('while the collection changes', () => {
  it('an item that has gone leaves an ordered walk where its key would stand', async () => {
    const { world, facade } = startFacade(9);
    const orderBy = { field: 'ITEM_COUNT', direction: 'DESC' };
    const { cursors } = await windowOf(facade, { orderBy, first: 3 });
    const [, , anchor] = cursors;
    world.lists.screens = world.lists.screens.filter(({ record }) => record.id !== 's7');
    expect((await windowOf(facade, { orderBy, first: 2, after: anchor })).ids).toEqual([
      's6',
      's5',
    ]);
    expect((await windowOf(facade, { orderBy, last: 5, before: anchor })).ids).toEqual([
      's9',
      's8',
    ]);
  });

  it.each([
    ['no longer matches', 'changed'],
    ['is deleted', 'deleted'],
  ])('an unordered walk goes on with the next match where its item %s', async (_what, how) => {
    for (let size = 1; size <= 32; size += 1) {
      const { world, facade } = startFacade(100);
      const expected = (await windowOf(facade, { filter: offline, first: 100 })).ids ?? [];
      const { ids = [], cursors } = await windowOf(facade, { filter: offline, first: size });
      const gone = ids.at(-1);
      world.lists.screens = world.lists.screens.flatMap((entry) => {
        if (entry.record.id !== gone) return [entry];
        return how === 'deleted'
          ? []
          : [{ ...entry, record: { ...entry.record, status: 'online' } }];
      });
      const next = await windowOf(facade, { filter: offline, first: 100, after: cursors.at(-1) });
      expect(next.ids).toEqual(expected.slice(size));
      const before = await windowOf(facade, { filter: offline, last: 100, before: cursors.at(-1) });
      expect(before.ids).toEqual(expected.slice(0, size - 1));
    }
  });

  it('ids that no record may have are walked once each', async () => {
    const { world, facade } = startFacade(4);
    world.lists.screens = world.lists.screens.map(({ kind, record }) => ({
      kind,
      record: { ...record, name: 'same', id: 'x'.repeat(600) + record.id },
    }));
    let after: string | undefined;
    const walked: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { ids = [], cursors } = await windowOf(facade, { orderBy: byName, first: 1, after });
      walked.push(...ids.map((id) => id?.slice(600)));
      after = cursors[0] ?? after;
    }
    expect(walked.toSorted()).toEqual(['s1', 's2', 's3', 's4']);
  });
});

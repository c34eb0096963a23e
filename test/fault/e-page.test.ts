import { describe, expect, it } from 'vitest';
import { edited, editedBy, reset, status } from '../rig/answer.js';
import { isList, isObject, type Json } from '../rig/json.js';
import { type Answered, dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { OperationId } from '../rig/route.js';
import { stampOf } from '../rig/organization.js';
import type { Upstream } from '../rig/upstream.js';
import { expectIntact } from './outcome.js';

/** The four connections of the schema. */
const connections = [
  {
    name: 'screens',
    operation: 'partnerV1_screens',
    path: 'screens',
    select: (inner: string) => `screens${inner}`,
    id: 'id',
  },
  {
    name: 'playlists',
    operation: 'partnerV1_playlists',
    path: 'playlists',
    select: (inner: string) => `playlists${inner}`,
    id: 'id',
  },
  {
    name: 'media',
    operation: 'partnerV1_media',
    path: 'media',
    select: (inner: string) => `media${inner}`,
    id: 'id',
  },
  {
    name: 'playlist items',
    operation: 'partnerV1_playlistItems',
    path: 'playlist.items',
    select: (inner: string) => `playlist(id: "p1") { items${inner} }`,
    id: 'slotId',
  },
] as const satisfies readonly { operation: OperationId; [more: string]: unknown }[];

const idsAt = (answer: Answered, path: string): unknown[] => {
  const edges = dataAt(answer, `${path}.edges`);
  return isList(edges)
    ? edges.map((edge) => (isObject(edge) && isObject(edge['node']) ? Object.values(edge['node'])[0] : null))
    : [];
};

describe.each(connections)('the pagination of $name', ({ operation, path, select }) => {
  it.each<[string, Json | undefined]>([
    ['pagination', undefined],
    ['pagination', null],
    ['pagination', []],
    ['pagination.total', undefined],
    ['pagination.total', -1],
    ['pagination.total', 1.5],
    ['pagination.total', '5'],
    ['pagination.total', 5e9],
    ['pagination.total', 2 ** 53],
    ['pagination.totalPages', undefined],
    ['pagination.totalPages', -1],
    ['pagination.totalPages', 0.5],
    ['pagination.totalPages', 'many'],
    ['pagination.totalPages', 5e9],
    ['pagination.page', 0],
    ['pagination.page', 2],
    ['pagination.page', '1'],
    ['pagination.page', null],
    ['pagination.limit', 0],
    ['pagination.limit', 101],
    ['pagination.limit', 5e9],
    ['pagination.limit', '20'],
    ['pagination.limit', 1],
  ])('E5: %s of %j is invalid, and never an Int error', async (place, value) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, edited(place, value));
    const answer = await ask(
      `{ intact: organization { name } ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    if (place === 'pagination.limit' && value === 1)
      expect(dataAt(answer, `${path}.totalCount`) ?? null).toBeNull();
    expect(errorsOf(answer)).toMatchObject([
      { path, code: 'UPSTREAM_INVALID_RESPONSE', operation, status: 200 },
    ]);
    expect(answer.body.errors?.[0]?.message).not.toMatch(/Int cannot|represent/);
    expect(dataAt(answer, path)).toBeNull();
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    expect(upstream.count(operation)).toBe(1);
  });

  it('E5: a large total over true items shows them, and its number', async () => {
    const { ask, upstream } = await startRig();
    upstream.on(
      { operation },
      editedBy((body) => withPagination(body, { total: 2 ** 31 - 1, totalPages: 715_827_883 })),
    );
    const answer = await ask(
      `{ ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    expectIntact(answer);
    expect(dataAt(answer, `${path}.totalCount`)).toBe(2 ** 31 - 1);
    expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
    expect(dataAt(answer, `${path}.pageInfo.hasNextPage`)).toBe(true);
  });

  it('E17: totalCount alone asks for one item, once, at any first', async () => {
    for (const size of ['', '(first: 0)', '(first: 7)', '(first: 1000)', '(last: 50)', '(page: 3)']) {
      const { ask, upstream } = await startRig();
      const answer = await ask(`{ ${select(`${size} { totalCount }`)} }`);
      expectIntact(answer);
      expect(dataAt(answer, `${path}.totalCount`)).toEqual(expect.any(Number));
      const lists = upstream.requests.filter(({ routed }) => routed?.operation === operation);
      expect(lists.map(({ routed }) => routed?.query)).toEqual(['page=1&limit=1']);
    }
  });
});

describe('totals that contradict what is shown', () => {
  /** What the log says of it, and what the metrics count. */
  async function told({ log, fetch }: Rig<Upstream>) {
    const metrics = await (await fetch(new Request('http://facade.test/metrics'))).text();
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    return {
      logged: lines.filter(({ kind }) => kind !== undefined),
      counted: metrics.split('\n').filter((line) => line.startsWith('partner_graphql_contract_drift_total')),
    };
  }

  it.each(connections)(
    'E5: $name are served, told once in the log, and counted each time',
    async ({ operation, select, path }) => {
      const rig = await startRig();
      rig.upstream.on(
        { operation },
        editedBy((body) => withPagination(body, { total: 2, totalPages: 7 })),
      );
      for (let time = 0; time < 3; time += 1) {
        const answer = await rig.ask(
          `{ ${select('(first: 3) { edges { node { __typename } } totalCount }')} }`,
        );
        expectIntact(answer);
        expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
        expect(dataAt(answer, `${path}.totalCount`)).toBe(2);
      }
      const { logged, counted } = await told(rig);
      const fields = ['pagination.total', 'pagination.totalPages'];
      expect(logged).toEqual(
        fields.map((field): unknown =>
          expect.objectContaining({ level: 40, operation, kind: 'contradictory total', field }),
        ),
      );
      expect(logged[0]?.['msg']).toBe('the Partner API contradicts itself');
      expect(counted).toEqual(
        fields.map(
          (field) =>
            `partner_graphql_contract_drift_total{operation="${operation}",kind="contradictory total",field="${field}"} 3`,
        ),
      );
    },
  );

  it('E1: short and empty pages contradict nothing', async () => {
    const rig = await startRig({ sizes: { screens: 250 } });
    rig.upstream.on(
      { operation: 'partnerV1_screens', nth: 2 },
      editedBy((body) => (isObject(body) ? { ...body, data: [] } : body)),
    );
    expectIntact(await rig.ask('{ screens(first: 250) { nodes { id } } }'));
    expect(await told(rig)).toEqual({ logged: [], counted: [] });
  });

  it('E5: a page that is read for single records is counted once too', async () => {
    const rig = await startRig({ sizes: { media: 5, items: 5 } });
    rig.upstream.on({ operation: 'partnerV1_media' }, edited('pagination.totalPages', 2));
    expectIntact(await rig.ask('{ playlist(id: "p1") { items(first: 5) { nodes { media { name } } } } }'));
    const { counted } = await told(rig);
    expect(rig.upstream.count('partnerV1_media')).toBe(1);
    expect(counted).toHaveLength(1);
    expect(counted[0]).toMatch(/partnerV1_media.*totalPages"} 1$/);
  });
});

const withPagination = (body: Json, pagination: Readonly<Record<string, Json>>): Json =>
  isObject(body)
    ? { ...body, pagination: { ...(isObject(body['pagination']) ? body['pagination'] : {}), ...pagination } }
    : body;

const sizes = { screens: 230, playlists: 3, items: 130, media: 0 };

describe('an upstream that serves smaller pages', () => {
  it.each([
    [50, 230],
    [50, 100],
    [7, 33],
    [1, 12],
    [99, 230],
  ])('E6: of %d at most: %d items are delivered once, in order, or refused', async (pageCap, wanted) => {
    const { ask } = await startRig({ sizes, pageCap });
    const seen: unknown[] = [];
    let after: unknown = null;
    for (let hasNextPage = true; hasNextPage;) {
      const answer: Answered = await ask(
        'query ($first: Int, $after: String) { screens(first: $first, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }',
        { first: wanted, after },
      );
      expectIntact(answer);
      seen.push(...idsAt(answer, 'screens'));
      hasNextPage = dataAt(answer, 'screens.pageInfo.hasNextPage') === true;
      after = dataAt(answer, 'screens.pageInfo.endCursor');
    }
    expect(seen).toEqual(Array.from({ length: 230 }, (_, index) => `s${index + 1}`));
  });

  it('E6: the same from the end', async () => {
    const { ask } = await startRig({ sizes, pageCap: 50 });
    const answer = await ask('{ screens(last: 120) { edges { node { id } } totalCount } }');
    expectIntact(answer);
    expect(idsAt(answer, 'screens')).toEqual(Array.from({ length: 120 }, (_, index) => `s${index + 111}`));
  });

  it('E6: a numbered page that cannot be had is invalid, not another page', async () => {
    const { ask, upstream } = await startRig({ sizes, pageCap: 50 });
    const answer = await ask(
      '{ screens(first: 100, page: 2) { nodes { id } } intact: organization { name } }',
    );
    expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'UPSTREAM_INVALID_RESPONSE' }]);
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    expect(upstream.count('partnerV1_screens')).toBeLessThanOrEqual(2);
  });
});

describe('a collection that changes under the reader', () => {
  it.each([
    ['the first item', () => 0],
    ['the last item', (length: number) => length - 1],
    ['an item in the middle', (length: number) => Math.floor(length / 2)],
  ])('E7: %s is deleted before every page: the walk ends, and no item comes twice', async (_what, pick) => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 120 },
      beforePage: ({ number }, { screens }) => {
        if (number > 1) screens.splice(pick(screens.length), 1);
      },
    });
    const seen: unknown[] = [];
    let after: unknown = null;
    let hasNextPage = true;
    for (let page = 0; hasNextPage && page < 60; page += 1) {
      const answer: Answered = await ask(
        'query ($after: String) { screens(first: 10, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      expectIntact(answer);
      seen.push(...idsAt(answer, 'screens'));
      hasNextPage = dataAt(answer, 'screens.pageInfo.hasNextPage') === true;
      after = dataAt(answer, 'screens.pageInfo.endCursor') ?? after;
    }
    expect(hasNextPage).toBe(false);
    expect(new Set(seen).size).toBe(seen.length);
    // Whatever was never deleted has been seen.
    for (const { id } of upstream.organizations.alpha.screens) expect(seen).toContain(id);
  });

  it('E7: a collection that is emptied ends the walk', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 50 } });
    const first = await ask('{ screens(first: 10) { pageInfo { endCursor hasNextPage } } }');
    upstream.organizations.alpha.screens.splice(0);
    const answer = await ask(
      'query ($after: String) { screens(first: 10, after: $after) { totalCount edges { cursor } pageInfo { hasNextPage } } }',
      {
        after: dataAt(first, 'screens.pageInfo.endCursor'),
      },
    );
    expectIntact(answer);
    expect(answer.body.data).toEqual({
      screens: { totalCount: 0, edges: [], pageInfo: { hasNextPage: false } },
    });
  });
});

const pastEnds = ['nothing', 'last page as asked', 'last page as itself'] as const;

describe('a list that changes between two pages of one answer', () => {
  it.each([
    ['screens', 'screens', 'partnerV1_screens'],
    ['playlist items', 'playlist.items', 'partnerV1_playlistItems'],
  ] as const)(
    'E7: three %s that are added behind the first page: no item twice, none short',
    async (name, path, operation) => {
      let pages = 0;
      const { ask, upstream } = await startRig({
        sizes: { screens: 900, items: 900 },
        beforePage: (_request, { screens, items }) => {
          pages += 1;
          const list = name === 'screens' ? screens : (items.get('p1') ?? []);
          const fresh = [1, 2, 3].map((number) => ({
            ...list[0],
            id: `new${number}`,
            slotId: `new${number}`,
          }));
          if (pages === 2) list.unshift(...fresh);
        },
      });
      const select = name === 'screens' ? (inner: string) => `screens${inner}` : connections[3].select;
      const answer = await ask(
        `{ ${select(`(first: 500) { totalCount edges { node { ${name === 'screens' ? 'id' : 'slotId'} } } pageInfo { hasNextPage hasPreviousPage } }`)} }`,
      );
      expectIntact(answer);
      const ids = idsAt(answer, path);
      expect(ids).toHaveLength(500);
      expect(new Set(ids).size).toBe(500);
      expect(dataAt(answer, `${path}.pageInfo`)).toEqual({ hasNextPage: true, hasPreviousPage: false });
      expect(dataAt(answer, `${path}.totalCount`)).toBe(903);
      // Five pages, and one for the gap.
      expect(upstream.count(operation)).toBe(6);
    },
  );

  it.each(pastEnds)(
    'E7: a list that shrinks from 450 to 150 ends it, with %s past the end',
    async (pastEnd) => {
      let pages = 0;
      const { ask, upstream } = await startRig({
        sizes: { screens: 450 },
        pastEnd,
        beforePage: (_request, { screens }) => {
          pages += 1;
          if (pages === 2) screens.splice(150);
        },
      });
      const answer = await ask(
        '{ screens(first: 1000) { totalCount edges { node { id } } pageInfo { hasNextPage } } }',
      );
      expectIntact(answer);
      expect(idsAt(answer, 'screens')).toEqual(Array.from({ length: 150 }, (_, index) => `s${index + 1}`));
      expect(dataAt(answer, 'screens.pageInfo.hasNextPage')).toBe(false);
      expect(dataAt(answer, 'screens.totalCount')).toBe(150);
      expect(upstream.count('partnerV1_screens')).toBe(5);
    },
  );
});

describe.each(pastEnds)('an upstream that shows %s past the end', (pastEnd) => {
  it.each(connections)(
    'E7: page 9 of $name has no items and is the end',
    async ({ select, path, operation }) => {
      const { ask, upstream } = await startRig({ pastEnd });
      const answer = await ask(
        `{ ${select('(page: 9, first: 3) { totalCount edges { cursor } nodes { __typename } pageInfo { hasNextPage hasPreviousPage } }')} }`,
      );
      expectIntact(answer);
      expect(dataAt(answer, path)).toMatchObject({
        edges: [],
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: true },
      });
      expect(upstream.count(operation)).toBe(1);
    },
  );

  it.each(['forward', 'backward'] as const)('E7: a walk %s over a list that has shrunk ends', async (way) => {
    const { ask, upstream } = await startRig({ sizes: { screens: 450 }, pastEnd });
    const start = await ask('{ screens(first: 100, page: 4) { pageInfo { endCursor } } }');
    let cursor = dataAt(start, 'screens.pageInfo.endCursor');
    upstream.organizations.alpha.screens.splice(150);
    const args = way === 'forward' ? 'first: 40, after: $cursor' : 'last: 40, before: $cursor';
    const seen: unknown[] = [];
    let goesOn = true;
    for (let round = 0; goesOn && round < 20; round += 1) {
      const answer: Answered = await ask(
        `query ($cursor: String) { screens(${args}) { totalCount edges { node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        { cursor },
      );
      expectIntact(answer);
      expect(dataAt(answer, 'screens.totalCount')).toBe(150);
      seen.unshift(...idsAt(answer, 'screens'));
      goesOn =
        dataAt(answer, `screens.pageInfo.${way === 'forward' ? 'hasNextPage' : 'hasPreviousPage'}`) === true;
      cursor = dataAt(answer, `screens.pageInfo.${way === 'forward' ? 'endCursor' : 'startCursor'}`);
    }
    expect(goesOn).toBe(false);
    const all = Array.from({ length: 150 }, (_, index) => `s${index + 1}`);
    expect(seen).toEqual(way === 'forward' ? [] : all);
  });

  it('E7: a list that is emptied has no items anywhere', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 50 }, pastEnd });
    const start = await ask('{ screens(first: 30) { pageInfo { endCursor } } }');
    upstream.organizations.alpha.screens.splice(0);
    const answer = await ask(
      'query ($cursor: String) { screens(last: 5, before: $cursor) { totalCount edges { cursor } } next: screens(first: 5, after: $cursor) { edges { cursor } } numbered: screens(page: 3) { edges { cursor } } }',
      { cursor: dataAt(start, 'screens.pageInfo.endCursor') },
    );
    expectIntact(answer);
    expect(answer.body.data).toEqual({
      screens: { totalCount: 0, edges: [] },
      next: { edges: [] },
      numbered: { edges: [] },
    });
  });
});

describe('a page under another number', () => {
  it.each([
    ['an earlier one that is not the last', 1, 5],
    ['a later one', 4, 5],
    ['a later one that is the last', 5, 5],
  ])('E5: %s is invalid', async (_what, page, totalPages) => {
    const { ask, upstream } = await startRig({ sizes: { screens: 50 } });
    upstream.on(
      { operation: 'partnerV1_screens' },
      editedBy((body) => withPagination(body, { page, totalPages, total: 50 })),
    );
    const answer = await ask('{ screens(page: 3, first: 10) { nodes { id } } }');
    expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'UPSTREAM_INVALID_RESPONSE' }]);
    expect(answer.body.errors?.[0]?.message).toContain(`page ${page} of limit 10 where page 3`);
  });
});

describe('cursors', () => {
  const cursorsOf = async (
    { ask }: Rig<Upstream>,
    select: (inner: string) => string,
    path: string,
  ): Promise<string[]> => {
    const answer = await ask(`{ ${select('(first: 3) { edges { cursor } }')} }`);
    return [0, 1, 2].map((index) => String(dataAt(answer, `${path}.edges.${index}.cursor`)));
  };
  const encoded = (value: unknown): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

  it.each(connections)(
    'E13: every character of a cursor of $name changed is refused, or names a lawful place',
    async ({ select, path, operation, name }) => {
      const rig = await startRig();
      const [, cursor = ''] = await cursorsOf(rig, select, path);
      const setup = rig.upstream.count();
      let lawful = 0;
      for (let index = 0; index < cursor.length; index += 1) {
        for (const character of ['A', '9', '_', '=']) {
          const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
          if (changed === cursor) continue;
          const before = rig.upstream.count(operation);
          const answer = await rig.ask(
            `query ($after: String) { ${select('(first: 2, after: $after) { edges { cursor } }')} }`,
            { after: changed },
          );
          const codes = errorsOf(answer).map(({ code }) => code);
          if (codes.length === 0) lawful += 1;
          else {
            expect(codes).toEqual(['BAD_USER_INPUT']);
            expect(rig.upstream.count(operation)).toBe(before);
          }
        }
      }
      expect(lawful).toBeLessThan(cursor.length * 2);
      if (name !== 'playlist items') expect(rig.upstream.count()).toBeGreaterThanOrEqual(setup);
    },
  );

  it.each([
    ['empty', ''],
    ['no base64', '!!!'],
    ['1 MB', 'A'.repeat(1_000_000)],
    ['no JSON', encoded('{')],
    ['another shape', encoded({ page: 1 })],
    ['too few', encoded([1, 'screens', 3, 1, 0, 3, 5])],
    ['too many', encoded([1, 'screens', 3, 1, 0, 3, 5, 's1', 1])],
    ['another version', encoded([2, 'screens', 3, 1, 0, 3, 5, 's1'])],
    ['NaN', encoded('[1,"screens",NaN,1,0,3,5,"s1"]')],
    ['null', encoded([1, 'screens', null, 1, 0, 3, 5, 's1'])],
    ['a limit of 0', encoded([1, 'screens', 0, 1, 0, 3, 5, 's1'])],
    ['a limit of 101', encoded([1, 'screens', 101, 1, 0, 3, 5, 's1'])],
    ['a page of 0', encoded([1, 'screens', 3, 0, 0, 3, 5, 's1'])],
    ['a negative page', encoded([1, 'screens', 3, -1, 0, 3, 5, 's1'])],
    ['a page of 1e300', encoded('[1,"screens",3,1e300,0,3,5,"s1"]')],
    ['a page of 2^31', encoded([1, 'screens', 3, 2 ** 31, 0, 3, 5, 's1'])],
    ['a fraction', encoded([1, 'screens', 3, 1.5, 0, 3, 5, 's1'])],
    ['a negative index', encoded([1, 'screens', 3, 1, -1, 3, 5, 's1'])],
    ['an index beyond the page', encoded([1, 'screens', 3, 1, 3, 3, 5, 's1'])],
    ['a count above the limit', encoded([1, 'screens', 3, 1, 0, 4, 5, 's1'])],
    ['a negative total', encoded([1, 'screens', 3, 1, 0, 3, -5, 's1'])],
    ['an id that is a number', encoded([1, 'screens', 3, 1, 0, 3, 5, 5])],
    ['strings for numbers', encoded([1, 'screens', '3', 1, 0, 3, 5, 's1'])],
    ['blanks', ` ${encoded([1, 'screens', 3, 1, 0, 3, 5, 's1'])}`],
    ['padding', `${encoded([1, 'screens', 3, 1, 0, 3, 5, 's1'])}==`],
  ])('E13: a cursor of %s is refused, and nothing is sent', async (_what, cursor) => {
    const { ask, upstream } = await startRig({ settings: { MAX_REQUEST_BYTES: '2000000' } });
    for (const args of ['first: 2, after: $cursor', 'last: 2, before: $cursor']) {
      const answer = await ask(
        `query ($cursor: String) { screens(${args}) { edges { cursor } } intact: organization { name } }`,
        { cursor },
      );
      expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'BAD_USER_INPUT' }]);
      expect(answer.body.errors?.[0]?.message.length).toBeLessThan(400);
      expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    }
    expect(upstream.count('partnerV1_screens')).toBe(0);
  });

  it.each([
    [100, 1000],
    [100, 21_474_836],
    [1, 2 ** 31 - 1],
  ])(
    'E13: a cursor far beyond the collection (limit %d, page %d) gives no edges, and ends',
    async (limit, page) => {
      const { ask, upstream } = await startRig();
      const cursor = encoded([1, 'screens', limit, page, limit - 1, limit, 2 ** 31 - 1, 's1']);
      const answer = await ask(
        'query ($cursor: String) { screens(first: 5, after: $cursor) { edges { cursor } pageInfo { hasNextPage } } }',
        { cursor },
      );
      expectIntact(answer);
      expect(dataAt(answer, 'screens')).toEqual({ edges: [], pageInfo: { hasNextPage: false } });
      expect(upstream.count()).toBeLessThanOrEqual(3);
    },
  );

  it('E13: a cursor behind the largest total that can be is refused, and nothing is sent', async () => {
    const { ask, upstream } = await startRig();
    const cursor = encoded([1, 'screens', 100, 2 ** 31 - 1, 99, 100, 2 ** 31 - 1, 's1']);
    const answer = await ask(
      'query ($cursor: String) { screens(first: 5, after: $cursor) { edges { cursor } } }',
      { cursor },
    );
    expect(upstream.requests.map(({ target }) => target)).toEqual([]);
    expect(errorsOf(answer)).toMatchObject([{ path: 'screens', code: 'BAD_USER_INPUT' }]);
  });

  it('E14: a cursor of another collection, or of another playlist, is refused', async () => {
    const rig = await startRig();
    const all = [
      ...connections,
      {
        ...connections[3],
        name: 'items of another playlist',
        select: (inner: string) => `playlist(id: "p2") { items${inner} }`,
      },
    ];
    for (const owner of all) {
      const [cursor] = await cursorsOf(rig, owner.select, owner.path);
      for (const target of all) {
        const before = rig.upstream.count(target.operation);
        const answer = await rig.ask(
          `query ($after: String) { ${target.select('(first: 2, after: $after) { edges { cursor } }')} }`,
          { after: cursor },
        );
        if (owner === target) expectIntact(answer);
        else {
          expect(errorsOf(answer), `${owner.name} to ${target.name}`).toMatchObject([
            { path: target.path, code: 'BAD_USER_INPUT' },
          ]);
          expect(rig.upstream.count(target.operation)).toBe(before);
        }
      }
    }
  });

  it.each(connections)(
    'E15: a cursor of $name tells version, collection, grid, place and id, and nothing else',
    async ({ select, path, name }) => {
      const rig = await startRig();
      const cursors = await cursorsOf(rig, select, path);
      const decoded = cursors.map(
        (cursor) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[],
      );
      const collection = name === 'playlist items' ? 'playlistItems:p1' : name;
      const idOf = (number: number): string => {
        if (name === 'playlist items') return `slot${number} ${stampOf('alpha')}`;
        return `${name.charAt(0)}${number}`;
      };
      const total = { screens: 5, playlists: 3, media: 5, 'playlist items': 4 }[name];
      expect(decoded).toEqual(
        [1, 2, 3].map((number) => [1, collection, 3, 1, number - 1, 3, total, idOf(number)]),
      );
    },
  );
});

describe('the order of playlist items', () => {
  it('E16: is that of the upstream, whatever their positions say', async () => {
    const { ask, upstream } = await startRig();
    const items = upstream.organizations.alpha.items.get('p1') ?? [];
    const positions = [7, -1, 7, 0];
    positions.forEach((position, index) =>
      items.splice(index, 1, { ...items[index], position, slotId: `x${index}` }),
    );
    const answer = await ask('{ playlist(id: "p1") { items(first: 4) { nodes { slotId position } } } }');
    expectIntact(answer);
    expect(dataAt(answer, 'playlist.items.nodes')).toEqual(
      positions.map((position, index) => ({ slotId: `x${index}`, position })),
    );
  });

  it('E16: items of one slot id, and of no media, are all delivered', async () => {
    const { ask, upstream } = await startRig({ sizes: { items: 6 } });
    const items = upstream.organizations.alpha.items.get('p1') ?? [];
    items.forEach((item, index) => items.splice(index, 1, { ...item, slotId: 'same', position: index }));
    const answer = await ask('{ playlist(id: "p1") { items(first: 6) { nodes { slotId position } } } }');
    expect(isList(dataAt(answer, 'playlist.items.nodes'))).toBe(true);
    expect(dataAt(answer, 'playlist.items.nodes')).toEqual(
      [0, 1, 2, 3, 4, 5].map((position) => ({ slotId: 'same', position })),
    );
  });
});

describe('connections inside lists', () => {
  const query =
    '{ playlists(first: 20) { nodes { name items(first: 100) { nodes { slotId media { name } } } } } }';

  it.each([
    ['a fault of the upstream', status(500), 'UPSTREAM_UNAVAILABLE'],
    ['an answer that is none', edited('pagination', null), 'UPSTREAM_INVALID_RESPONSE'],
    ['a closed connection', reset, 'UPSTREAM_UNAVAILABLE'],
  ])('E18: %s to one child costs that child', async (_what, answerOne, code) => {
    const { ask, upstream } = await startRig({ sizes: { playlists: 6 } });
    upstream.on({ operation: 'partnerV1_playlistItems', id: 'p3' }, answerOne);
    const answer = await ask(query);
    expect(errorsOf(answer)).toMatchObject([
      { path: 'playlists.nodes.2.items', code, operation: 'partnerV1_playlistItems' },
    ]);
    expect(dataAt(answer, 'playlists.nodes.2')).toEqual({ name: 'Playlist 3 stamp:alpha', items: null });
    for (const index of [0, 1, 3, 4, 5])
      expect(dataAt(answer, `playlists.nodes.${index}.items.nodes.3.media.name`)).toBe('Media 4 stamp:alpha');
  });

  it('E18: they are bounded by the budget, and what was read stays', async () => {
    const { ask, upstream } = await startRig({
      sizes: { playlists: 20 },
      settings: { MAX_UPSTREAM_REQUESTS: '12' },
    });
    const answer = await ask(query);
    expect(upstream.count()).toBeLessThanOrEqual(12);
    for (const { code } of errorsOf(answer)) expect(code).toBe('UPSTREAM_BUDGET_EXCEEDED');
    expect(errorsOf(answer).length).toBeGreaterThanOrEqual(9);
    expect(answer.status).toBe(200);
  });
});

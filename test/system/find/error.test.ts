import { describe, expect, it } from 'vitest';
import { encodeSortCursor } from '../../../src/find/order.js';
import { places } from '../../economy/ask.js';
import { expectRefused, type ResponseError } from '../test-system.js';
import { find, type FindWorld, openFind, queryOf, refusedWith } from '../../find/find-world.js';
import { listOf } from '../../find/numbered-screen.js';

const two = `{
  organization { name }
  byName: screens(first: 2, orderBy: { field: NAME }) { totalCount }
  offline: screens(first: 2, filter: { statusIn: OFFLINE }) { totalCount }
}`;

const start = (length: number, broken: readonly number[] = [], settings = {}) =>
  openFind({ screens: listOf(length, broken) }, settings);

/** Errors are listed as their fields end. */
const codesOf = (errors: readonly ResponseError[]): string[] =>
  errors.map(({ path, extensions }) => `${path?.join()} ${String(extensions['code'])}`).sort();

const listRequests = ({ requests }: FindWorld): number =>
  requests.filter((path) => path.startsWith('/screens')).length;

describe('records that break the contract', () => {
  it.each([1, 10, 30])(
    '%d of them are left out, with at most 10 errors at each field',
    async (count) => {
      const { world, facade } = start(230, places(count, 1));
      const { data, errors } = await find(facade, two);
      expect(data).toMatchObject({ byName: { totalCount: 230 - count } });
      const fields = ['byName', 'offline'].flatMap((field) =>
        places(Math.min(10, count)).map(() => field),
      );
      expect(codesOf(errors)).toEqual(fields.map((field) => `${field} UPSTREAM_INVALID_RESPONSE`));
      expect(world.requests).toHaveLength(4);
    },
  );

  it('the errors are those of the first records, in the order of the list', async () => {
    const { facade } = start(300, [5, 150, 250]);
    // The length is known, so that all pages are read together.
    await find(facade, '{ screens { totalCount } }');
    const { errors } = await find(facade, queryOf('screens'), {
      first: 250,
      filter: { nameContains: 'e' },
    });
    const other = await find(facade, queryOf('screens'), { orderBy: { field: 'NAME' } });
    expect(errors).toHaveLength(3);
    expect(errors.map(({ message }) => message)).toEqual(
      other.errors.map(({ message }) => message),
    );
  });

  it('an early stop reports only those of the pages that it has read', async () => {
    const { facade } = start(300, [5, 250]);
    const { errors } = await find(facade, queryOf('screens'), { first: 1, filter: offline });
    expect(errors).toHaveLength(1);
  });
});

describe('a page that cannot be read', () => {
  const failing = (page: number, status: number) => (path: string) =>
    path === `/screens?page=${page}&limit=100` ? refusedWith(status) : undefined;

  it('makes what is found null, with its error, and no later page is requested for it', async () => {
    const { world, facade } = start(2000, [], { UPSTREAM_MAX_CONCURRENCY: '2' });
    await find(facade, '{ screens { totalCount } }');
    world.requests.length = 0;
    world.twist = failing(3, 500);
    const { data, errors } = await find(facade, two);
    expect(data).toEqual({ organization: { name: 'Org' }, byName: null, offline: null });
    expect(codesOf(errors)).toEqual([
      'byName UPSTREAM_UNAVAILABLE',
      'offline UPSTREAM_UNAVAILABLE',
    ]);
    expect(listRequests(world)).toBeLessThanOrEqual(6);
  });

  it('costs nothing where an early stop does not need it', async () => {
    const { world, facade } = start(2000);
    world.twist = failing(3, 500);
    const { errors } = await find(facade, queryOf('screens'), { first: 30, filter: offline });
    expect(errors).toEqual([]);
    expect(world.requests).toEqual(['/screens?page=1&limit=100']);
  });

  it('ends an early stop that needs it there', async () => {
    const { world, facade } = start(2000);
    world.twist = failing(2, 500);
    const { data, errors } = await find(facade, queryOf('screens'), { first: 90, filter: offline });
    expect(data).toEqual({ screens: null });
    expect(errors).toMatchObject([
      { path: ['screens'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ]);
    expect(world.requests.filter((path) => !/page=[12]&/.test(path))).toEqual([]);
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'RATE_LIMITED'],
  ])('HTTP %d is asked for once, and each field says %s', async (status, code) => {
    const { world, facade } = start(2000);
    world.twist = (path) => (path.startsWith('/screens') ? refusedWith(status) : undefined);
    const { errors } = await find(facade, two.replace('organization { name }', ''));
    expect(codesOf(errors)).toEqual([`byName ${code}`, `offline ${code}`]);
    expect(world.requests).toHaveLength(1);
  });
});

/** A filtered list beside a field that stays whole. */
const beside = `query ($filter: ScreenFilter, $orderBy: ScreenOrder, $first: Int, $last: Int, $page: Int, $after: String) {
  organization { name }
  screens(filter: $filter, orderBy: $orderBy, first: $first, last: $last, page: $page, after: $after) { nodes { id } }
}`;

const offline = { statusIn: ['OFFLINE'] };
const byName = { field: 'NAME' };
const forged = (fields: unknown): string =>
  Buffer.from(JSON.stringify(fields)).toString('base64url');

describe('an argument that finds nothing usable is refused alone', () => {
  const noDay = '2026-02-30T00:00:00Z';
  const folded = `${'\ufdfa'.repeat(11)}xxx`;

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a time that is none',
      { filter: { createdSince: 'yesterday' } },
      'createdSince is "yesterday"',
    ],
    [
      'a day that no calendar has',
      { filter: { updatedSince: noDay } },
      'updatedSince is "2026-02-30',
    ],
    [
      'a time of 60 KB',
      { filter: { createdSince: '2'.repeat(60_000) } },
      `createdSince is "${'2'.repeat(60)}…"`,
    ],
    [
      'a name of 201 characters when it is folded',
      { filter: { nameContains: folded } },
      '201 characters long, and may have 200',
    ],
    [
      'a page that is too wide',
      { filter: offline, page: 1, first: 1001 },
      'must be 1 to 1000 where page is',
    ],
    [
      'a cursor of 12,001 characters',
      { orderBy: byName, after: 'W'.repeat(12_001) },
      'after is "WWW',
    ],
  ])('%s', async (_what, variables, message) => {
    const { world, facade } = start(30);
    const result = await find(facade, beside, variables);
    expect(result.data).toEqual({ organization: { name: 'Org' }, screens: null });
    expect(codesOf(result.errors)).toEqual(['screens BAD_USER_INPUT']);
    expect(result.errors[0]?.message).toContain(message);
    expect(result.errors[0]?.message.length).toBeLessThan(300);
    expect(world.requests).toEqual(['/organization']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an unknown enum name', { filter: { statusIn: ['ASLEEP'] } }],
    ['an unknown member', { filter: { nothing: true } }],
    [
      'a member named __proto__',
      { filter: JSON.parse('{ "__proto__": { "idIn": [] } }') as object },
    ],
    ['null in a list', { filter: { idIn: [null] } }],
    ['an order of direction null', { orderBy: { field: 'NAME', direction: null } }],
    ['a list for a filter', { filter: [offline] }],
  ])('a variable that does not fit is refused with R = 0: %s', async (_what, variables) => {
    const { world, facade } = start(30);
    expectRefused(
      { simulator: world },
      await find(facade, beside, variables),
      'GRAPHQL_VALIDATION_FAILED',
    );
  });
});

describe('an unusual argument has a right result', () => {
  const nearly = `2026-05-17T07:59:59.${'9'.repeat(200)}Z`;
  const idsFound = async (variables: Record<string, unknown>, length = 30) => {
    const { world, facade } = start(length);
    const { data, errors } = await find(facade, queryOf('screens'), variables);
    expect(errors).toEqual([]);
    const ids = data?.['screens']?.edges.map(({ node }) => node?.id);
    return { ids, requests: world.requests.length, pageInfo: data?.['screens']?.pageInfo };
  };

  it.each<[string, Record<string, unknown>]>([
    ['an empty list', { filter: { statusIn: [] } }],
    [
      'an empty list beside others',
      { filter: { statusIn: [], isOnNow: true }, orderBy: byName, total: true },
    ],
    ['ids that can name nothing', { filter: { idIn: ['', '.', '..', '\ud800', 'x'.repeat(513)] } }],
    ['no ids, in a numbered page', { filter: { idIn: [] }, page: 7 }],
  ])('nothing, without a request: %s', async (_what, variables) => {
    const nothing = { ids: [], requests: 0, pageInfo: { hasNextPage: false } };
    expect(await idsFound(variables)).toMatchObject(nothing);
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['a text of 200 characters', { filter: { nameContains: 'x'.repeat(200) } }, []],
    ['half a surrogate pair', { filter: { nameContains: '\ud83d' } }, []],
    ['a fraction of 200 digits', { filter: { createdSince: nearly, idIn: 's1' } }, ['s1']],
    ['a number for an id', { filter: { idIn: 7 } }, []],
    ['no items', { filter: offline, first: 0 }, []],
    ['no last items', { orderBy: byName, last: 0 }, []],
    ['a page far beyond the end', { filter: offline, page: 2_147_483_647, first: 1000 }, []],
    [
      'the widest page',
      { filter: { isOnNow: true, idIn: ['s2', 's5'] }, page: 1, first: 1000 },
      ['s2'],
    ],
  ])('%s', async (_what, variables, expected) => {
    expect((await idsFound(variables)).ids).toEqual(expected);
  });

  it('a filter of a field that is not included is neither checked nor read', async () => {
    const { world, facade } = start(30);
    const query =
      'query ($f: ScreenFilter) { organization { name } screens(filter: $f) @include(if: false) { nodes { id } } }';
    const { data, errors } = await find(facade, query, { f: { createdSince: 'never' } });
    expect([data, errors]).toEqual([{ organization: { name: 'Org' } }, []]);
    expect(world.requests).toEqual(['/organization']);
  });
});

describe('a cursor that this filter and order have not given out', () => {
  it.each([
    ['a number for a name', 7],
    ['a list', ['a']],
    ['a map', {}],
    ['true', true],
    ['NaN', Number.NaN],
  ])('is refused with R = 0 where its key is forged: %s', async (_what, key) => {
    const { world, facade } = start(30);
    const { data } = await find(facade, queryOf('screens'), { first: 1, orderBy: byName });
    const cursor = data?.['screens']?.edges[0]?.cursor ?? '';
    const [version, list, , id] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[];
    world.requests.length = 0;
    const after = forged([version, list, key, id]);
    const result = await find(facade, queryOf('screens'), { after, orderBy: byName });
    // JSON has no NaN: it is null, as a key of a value that is missing, behind which nothing is
    // left.
    if (Number.isNaN(key))
      expect([result.errors, result.data?.['screens']?.edges]).toEqual([[], []]);
    else {
      expect(codesOf(result.errors)).toEqual(['screens BAD_USER_INPUT']);
      expect(world.requests).toEqual([]);
    }
  });

  it('is shorter than its limit, whatever the name and the id', () => {
    const longest = { key: '\ud800'.repeat(512), id: '\u0001'.repeat(555) };
    const cursor = encodeSortCursor('playlists 1234567890123456', longest);
    expect(cursor.length).toBeLessThan(12_000);
  });
});

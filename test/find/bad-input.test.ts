import { describe, expect, it } from 'vitest';
import { encodeSortCursor } from '../../src/find/order.js';
import { find, openFind, queryOf } from './find-world.js';
import { listOf } from './numbered-screen.js';

const startFacade = (length = 30) => openFind({ screens: listOf(length) });

const codesOf = ({ errors }: Awaited<ReturnType<typeof find>>): unknown[] =>
  errors.map(({ extensions: { code }, path }) => [path?.join('.'), code]);

/** A filtered list beside a field that stays whole. */
const beside = `query ($filter: ScreenFilter, $orderBy: ScreenOrder, $first: Int, $last: Int, $page: Int, $after: String) {
  organization { name }
  screens(filter: $filter, orderBy: $orderBy, first: $first, last: $last, page: $page, after: $after) { nodes { id } }
}`;

const offline = { statusIn: ['OFFLINE'] };
const byName = { field: 'NAME' };
const forged = (fields: unknown): string => Buffer.from(JSON.stringify(fields)).toString('base64url');

describe('an argument that finds nothing usable is refused alone', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a time that is none', { filter: { createdSince: 'yesterday' } }, 'createdSince is "yesterday"'],
    [
      'a day that no calendar has',
      { filter: { updatedSince: '2026-02-30T00:00:00Z' } },
      'updatedSince is "2026-02-30',
    ],
    [
      'a time of 60 KB',
      { filter: { createdSince: '2'.repeat(60_000) } },
      `createdSince is "${'2'.repeat(60)}…"`,
    ],
    [
      'a name of 201 characters when it is folded',
      { filter: { nameContains: `${'\ufdfa'.repeat(11)}xxx` } },
      '201 characters long, and may have 200',
    ],
    ['page 0', { filter: offline, page: 0 }, 'page is 0'],
    [
      'a page that is too wide',
      { filter: offline, page: 1, first: 1001 },
      'must be 1 to 1000 where page is given',
    ],
    ['first and last', { orderBy: byName, first: 1, last: 1 }, 'first and last cannot be combined'],
    ['a cursor of 12,001 characters', { orderBy: byName, after: 'W'.repeat(12_001) }, 'after is "WWW'],
  ])('%s', async (_what, variables, message) => {
    const { world, facade } = startFacade();
    const result = await find(facade, beside, variables);
    expect(result.data).toEqual({ organization: { name: 'Org' }, screens: null });
    expect(codesOf(result)).toEqual([['screens', 'BAD_USER_INPUT']]);
    expect(result.errors[0]?.message).toContain(message);
    expect(result.errors[0]?.message.length).toBeLessThan(300);
    expect(world.requests).toEqual(['/organization']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a number for a time', { filter: { createdSince: 7 } }],
    ['an unknown enum name', { filter: { statusIn: ['ASLEEP'] } }],
    ['an enum name in lower case', { filter: { statusIn: ['offline'] } }],
    ['an unknown member', { filter: { nothing: true } }],
    ['a member named __proto__', { filter: JSON.parse('{ "__proto__": { "idIn": [] } }') as object }],
    ['null in a list', { filter: { idIn: [null] } }],
    ['an unknown field to order by', { orderBy: { field: 'SIZE' } }],
    ['an order without a field', { orderBy: { direction: 'DESC' } }],
    ['an order of direction null', { orderBy: { field: 'NAME', direction: null } }],
    ['a list for a filter', { filter: [offline] }],
  ])('a variable that does not fit is refused with R = 0: %s', async (_what, variables) => {
    const { world, facade } = startFacade();
    const { status, data, errors } = await find(facade, beside, variables);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors.map(({ extensions: { code } }) => code)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    expect(world.requests).toEqual([]);
  });
});

describe('an unusual argument has a right result', () => {
  const idsFound = async (variables: Record<string, unknown>, length = 30) => {
    const { world, facade } = startFacade(length);
    const { data, errors } = await find(facade, queryOf('screens'), variables);
    expect(errors).toEqual([]);
    const ids = data?.['screens']?.edges.map(({ node }) => node?.id);
    return { ids, requests: world.requests.length, pageInfo: data?.['screens']?.pageInfo };
  };

  it.each<[string, Record<string, unknown>]>([
    ['an empty list', { filter: { statusIn: [] } }],
    [
      'an empty list beside other members, ordered and counted',
      { filter: { statusIn: [], isOnNow: true }, orderBy: byName, total: true },
    ],
    ['ids that can name nothing', { filter: { idIn: ['', '.', '..', '\ud800', 'x'.repeat(513)] } }],
    ['no ids, in a numbered page', { filter: { idIn: [] }, page: 7 }],
  ])('nothing, without a request: %s', async (_what, variables) => {
    expect(await idsFound(variables)).toMatchObject({
      ids: [],
      requests: 0,
      pageInfo: { hasNextPage: false },
    });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['a text of 200 characters', { filter: { nameContains: 'x'.repeat(200) } }, []],
    ['half a surrogate pair', { filter: { nameContains: '\ud83d' } }, []],
    [
      'a fraction of 200 digits',
      { filter: { createdSince: `2026-05-17T07:59:59.${'9'.repeat(200)}Z`, idIn: 's1' } },
      ['s1'],
    ],
    ['a number for an id', { filter: { idIn: 7 } }, []],
    ['no items', { filter: offline, first: 0 }, []],
    ['no last items', { orderBy: byName, last: 0 }, []],
    ['a page far beyond the end', { filter: offline, page: 2_147_483_647, first: 1000 }, []],
    [
      'the widest page',
      { filter: { isOnNow: true, idIn: ['s2', 's4', 's5'] }, page: 1, first: 1000 },
      ['s2', 's4'],
    ],
  ])('%s', async (_what, variables, expected) => {
    expect((await idsFound(variables)).ids).toEqual(expected);
  });

  it('a text of 1 MB is no match, or too large to be read', async () => {
    const { facade } = startFacade();
    const variables = { filter: { nameContains: 'x'.repeat(2 ** 20) } };
    const { status, data } = await find(facade, queryOf('screens'), variables);
    expect(status === 413 || data?.['screens']?.edges.length === 0).toBe(true);
  });

  it('a filter of a field that is not included is neither checked nor read', async () => {
    const { world, facade } = startFacade();
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
    const { world, facade } = startFacade();
    const { data } = await find(facade, queryOf('screens'), { first: 1, orderBy: byName });
    const cursor = data?.['screens']?.edges[0]?.cursor ?? '';
    const [version, list, , id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    world.requests.length = 0;
    const result = await find(facade, queryOf('screens'), {
      after: forged([version, list, key, id]),
      orderBy: byName,
    });
    // JSON has no NaN: it is null, as a key of a value that is missing, behind which nothing is left.
    if (Number.isNaN(key)) expect([result.errors, result.data?.['screens']?.edges]).toEqual([[], []]);
    else {
      expect(codesOf(result)).toEqual([['screens', 'BAD_USER_INPUT']]);
      expect(world.requests).toEqual([]);
    }
  });

  it('is shorter than its limit, whatever the name and the id', () => {
    const cursor = encodeSortCursor('playlists 1234567890123456', {
      key: '\ud800'.repeat(512),
      id: '\u0001'.repeat(555),
    });
    expect(cursor.length).toBeLessThan(12_000);
  });
});

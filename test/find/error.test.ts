import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { until } from '../rig/wait.js';
import {
  createFindWorld,
  find,
  type FindResult,
  type FindWorld,
  openFindFacade,
  queryOf,
  refusedWith,
} from './find-world.js';
import { listOf } from './numbered-screen.js';

const two = `{
  organization { name }
  byName: screens(first: 2, orderBy: { field: NAME }) { totalCount }
  offline: screens(first: 2, filter: { statusIn: OFFLINE }) { totalCount }
}`;

const start = (length: number, broken: readonly number[] = [], settings = {}) => {
  const world = createFindWorld({ screens: listOf(length, broken) });
  return { world, facade: openFindFacade(world, settings) };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Errors are listed as their fields end. */
const codesOf = (errors: FindResult['errors']): string[] =>
  errors.map(({ path, extensions }) => `${path?.join()} ${String(extensions['code'])}`).sort();

const listRequests = ({ requests }: FindWorld): number =>
  requests.filter((path) => path.startsWith('/screens')).length;

describe('records that break the contract', () => {
  it.each([1, 10, 30])(
    '%d of them are left out, with at most 10 errors at each field that reads them',
    async (count) => {
      const { world, facade } = start(230, numbers(count));
      const { data, errors } = await find(facade, two);
      expect(data).toMatchObject({ byName: { totalCount: 230 - count } });
      for (const field of ['byName', 'offline'])
        expect(errors.filter(({ path }) => path?.join() === field)).toHaveLength(Math.min(10, count));
      expect(errors.every(({ extensions: { code } }) => code === 'UPSTREAM_INVALID_RESPONSE')).toBe(true);
      expect(world.requests).toHaveLength(4);
    },
  );

  it('the errors are those of the first records, in the order of the list', async () => {
    const { facade } = start(300, [5, 150, 250]);
    // The length is known, so that all pages are read together.
    await find(facade, '{ screens { totalCount } }');
    const { errors } = await find(facade, queryOf('screens'), { first: 250, filter: { nameContains: 'e' } });
    const other = await find(facade, queryOf('screens'), { orderBy: { field: 'NAME' } });
    expect(errors).toHaveLength(3);
    expect(errors.map(({ message }) => message)).toEqual(other.errors.map(({ message }) => message));
  });

  it('an early stop reports only those of the pages that it has read', async () => {
    const { facade } = start(300, [5, 250]);
    const { errors } = await find(facade, queryOf('screens'), { first: 1, filter: { statusIn: 'OFFLINE' } });
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
    expect(codesOf(errors)).toEqual(['byName UPSTREAM_UNAVAILABLE', 'offline UPSTREAM_UNAVAILABLE']);
    expect(listRequests(world)).toBeLessThanOrEqual(6);
  });

  it('costs nothing where an early stop does not need it', async () => {
    const { world, facade } = start(2000);
    world.twist = failing(3, 500);
    const { errors } = await find(facade, queryOf('screens'), { first: 30, filter: { statusIn: 'OFFLINE' } });
    expect(errors).toEqual([]);
    expect(world.requests).toEqual(['/screens?page=1&limit=100']);
  });

  it('ends an early stop that needs it there', async () => {
    const { world, facade } = start(2000);
    world.twist = failing(2, 500);
    const { data, errors } = await find(facade, queryOf('screens'), {
      first: 90,
      filter: { statusIn: 'OFFLINE' },
    });
    expect(data).toEqual({ screens: null });
    expect(errors).toMatchObject([{ path: ['screens'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
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

  it('an operation that has run out of time ends its reading', async () => {
    const requests: string[] = [];
    const slow = createFacade({
      partnerApiUrl: 'http://partner.test',
      settings: { LOG_LEVEL: 'silent', OPERATION_TIMEOUT_MS: '50' },
      transport: ({ path }) => {
        requests.push(path);
        let abort: (reason: Error) => void = () => undefined;
        return { response: new Promise((_, reject) => (abort = reject)), abort: (reason) => abort(reason) };
      },
    });
    onTestFinished(() => slow.close());
    const { data, errors } = await find(slow, two);
    expect(data).toEqual({ organization: null, byName: null, offline: null });
    expect(new Set(errors.map(({ extensions: { code } }) => code))).toEqual(new Set(['UPSTREAM_TIMEOUT']));
    expect(requests).toHaveLength(2);
  });

  it('a client that leaves ends its reading', async () => {
    const requests: string[] = [];
    let aborted = 0;
    const held = createFacade({
      partnerApiUrl: 'http://partner.test',
      settings: { LOG_LEVEL: 'silent' },
      transport({ path }) {
        requests.push(path);
        let end: (reason: Error) => void = () => undefined;
        const response = new Promise<never>((_, reject) => (end = reject));
        return {
          response,
          abort(reason) {
            aborted += 1;
            end(reason);
          },
        };
      },
    });
    onTestFinished(() => held.close());
    const leaving = new AbortController();
    const request = new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer a' },
      body: JSON.stringify({ query: two }),
      signal: leaving.signal,
    });
    const left = Promise.resolve(held.fetch(request)).catch(() => undefined);
    await until('the list is requested', () => requests.length === 2);
    leaving.abort();
    await left;
    await until('both requests are aborted', () => aborted === 2);
    expect(requests).toHaveLength(2);
  });
});

describe('the other ways to deliver a result', () => {
  const queries: readonly [string, string, Readonly<Record<string, unknown>>][] = [
    ['two lists', two, {}],
    ['a filter', queryOf('screens'), { first: 7, filter: { isOnNow: true }, total: true }],
    ['an order', queryOf('screens'), { last: 7, orderBy: { field: 'STATUS', direction: 'DESC' } }],
    ['a time that is none', queryOf('screens'), { filter: { createdSince: 'never' } }],
    ['no ids', queryOf('screens'), { filter: { idIn: [] }, page: 2 }],
    [
      'a list of the organization',
      '{ organization { screens(first: 3, filter: { nameContains: "1" }) { nodes { id } } } }',
      {},
    ],
  ];

  it.each(queries)('graphql-js gives the same result: %s', async (_what, query, variables) => {
    const world = createFindWorld({ screens: listOf(230, [3, 120]) });
    const [compiled, reference] = [
      openFindFacade(world),
      openFindFacade(world, {}, { execution: 'reference' }),
    ];
    for (let round = 0; round < 2; round += 1) {
      const { data, errors, upstream } = await find(compiled, query, variables);
      const expected = await find(reference, query, variables);
      expect({ data, errors }).toEqual({ data: expected.data, errors: expected.errors });
      expect(upstream?.requests).toBe(expected.upstream?.requests);
    }
  });

  it('a deferred field brings its errors in its own part', async () => {
    const { facade } = start(30, [3]);
    const query = `{ organization { name } ... @defer(label: "late") { found: screens(first: 1, orderBy: { field: NAME }) { nodes { id } } } }`;
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'multipart/mixed', authorization: 'Bearer a' },
        body: JSON.stringify({ query }),
      }),
    );
    const [first, late] = (await response.text()).split('\r\n').filter((line) => line.startsWith('{'));
    expect(first).not.toContain('UPSTREAM_INVALID_RESPONSE');
    const { incremental } = JSON.parse(late ?? '{}') as {
      incremental?: { data: unknown; errors: unknown[] }[];
    };
    expect(incremental).toMatchObject([
      { data: { found: { nodes: [{ id: 's1' }] } }, errors: [{ path: ['found'] }] },
    ]);
  });
});

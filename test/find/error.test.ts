import { describe, expect, it } from 'vitest';
import { find, type FindResult, type FindWorld, openFind, queryOf, refusedWith } from './find-world.js';
import { listOf } from './numbered-screen.js';

const two = `{
  organization { name }
  byName: screens(first: 2, orderBy: { field: NAME }) { totalCount }
  offline: screens(first: 2, filter: { statusIn: OFFLINE }) { totalCount }
}`;

const start = (length: number, broken: readonly number[] = [], settings = {}) =>
  openFind({ screens: listOf(length, broken) }, settings);

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
});

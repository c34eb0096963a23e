import { describe, expect, it } from 'vitest';
import { editedBy } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { connections, itemsOf, pastEnds, withPagination } from './connections.js';
import { expectErrors, expectIntact, startFaulty } from './outcome.js';

const sizes = { screens: 230, playlists: 3, items: 130, media: 0 };

describe('an upstream that serves smaller pages', () => {
  it('E6: a numbered page that cannot be had is invalid, not another page', async () => {
    const { ask, upstream } = await startRig({ sizes, pageCap: 50 });
    const answer = await ask(
      '{ screens(first: 100, page: 2) { nodes { id } } intact: organization { name } }',
    );
    expectErrors(answer, { path: 'screens', code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    expect(upstream.count('partnerV1_screens')).toBeLessThanOrEqual(2);
  });
});

describe.each(pastEnds)('an upstream that shows %s past the end', (pastEnd) => {
  it.each(connections)(
    'E7: page 9 of $name is empty and the end',
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
});

describe('a page under another number', () => {
  it.each([
    ['an earlier one that is not the last', 1, 5],
    ['a later one', 4, 5],
    ['a later one that is the last', 5, 5],
  ])('E5: %s is invalid', async (_what, page, totalPages) => {
    const { ask } = await startFaulty(
      { operation: 'partnerV1_screens' },
      editedBy((body) => withPagination(body, { page, totalPages, total: 50 })),
      { sizes: { screens: 50 } },
    );
    const answer = await ask('{ screens(page: 3, first: 10) { nodes { id } } }');
    expectErrors(answer, { path: 'screens', code: 'UPSTREAM_INVALID_RESPONSE' });
    expect(answer.body.errors?.[0]?.message).toContain(`page ${page} of limit 10 where page 3`);
  });
});

describe('cursors', () => {
  const encoded = (value: unknown): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

  it.each([
    ['empty', ''],
    ['no base64', '!!!'],
    ['1 MB', 'A'.repeat(1_000_000)],
    ['no JSON', encoded('{')],
    ['another version', encoded([2, 'screens', 3, 1, 0, 3, 5, 's1'])],
    ['a negative page', encoded([1, 'screens', 3, -1, 0, 3, 5, 's1'])],
    [
      'a place behind the largest total',
      encoded([1, 'screens', 100, 2 ** 31 - 1, 99, 100, 2 ** 31 - 1, 's1']),
    ],
    ['a page of 2^31', encoded([1, 'screens', 3, 2 ** 31, 0, 3, 5, 's1'])],
  ])('E13: a cursor of %s is refused, and nothing is sent', async (_what, cursor) => {
    const { ask, upstream } = await startRig({ settings: { MAX_REQUEST_BYTES: '2000000' } });
    for (const args of ['first: 2, after: $cursor', 'last: 2, before: $cursor']) {
      const answer = await ask(
        `query ($cursor: String) { screens(${args}) { edges { cursor } } intact: organization { name } }`,
        { cursor },
      );
      expectErrors(answer, { path: 'screens', code: 'BAD_USER_INPUT' });
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
    'E13: a cursor far beyond the end (limit %d, page %d) gives no edges, and ends',
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

  it('E14: a cursor of another collection, or of another playlist, is refused', async () => {
    const rig = await startRig();
    const all = [...connections, itemsOf('p2')];
    for (const owner of all) {
      const first = await rig.ask(`{ ${owner.select('(first: 1) { edges { cursor } }')} }`);
      const after = dataAt(first, `${owner.path}.edges.0.cursor`);
      for (const target of all) {
        const before = rig.upstream.count(target.operation);
        const answer = await rig.ask(
          `query ($after: String) { ${target.select('(first: 2, after: $after) { edges { cursor } }')} }`,
          { after },
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
});

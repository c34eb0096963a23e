import { describe, expect, it } from 'vitest';
import { editedBy } from '../rig/response.js';
import { type RigResponse, dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { connections, idsAt, pastEnds, withPagination } from './connections.js';

const sizes = { screens: 230, playlists: 3, items: 130, media: 0 };

describe('an upstream that serves smaller pages', () => {
  it.each([
    [50, 230],
    [7, 33],
  ])('E6: of %d at most: %d items are delivered once, in order, or refused', async (pageCap, wanted) => {
    const { ask } = await startRig({ sizes, pageCap });
    const seen: unknown[] = [];
    let after: unknown = null;
    for (let hasNextPage = true; hasNextPage;) {
      const answer: RigResponse = await ask(
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

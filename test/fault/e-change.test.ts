import { describe, expect, it } from 'vitest';
import { type RigResponse, dataAt, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { idsAt } from './connections.js';

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
      const answer: RigResponse = await ask(
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
});

describe('a list that changes between two pages of one answer', () => {
  it('E7: three playlist items that are added behind the first page: no item twice, none short', async () => {
    let pages = 0;
    const { ask, upstream } = await startRig({
      sizes: { items: 900 },
      beforePage: (_request, { items }) => {
        pages += 1;
        const list = items.get('p1') ?? [];
        if (pages === 2) list.unshift(...[1, 2, 3].map((number) => ({ ...list[0], slotId: `new${number}` })));
      },
    });
    const answer = await ask(
      '{ playlist(id: "p1") { items(first: 500) { totalCount edges { node { slotId } } pageInfo { hasNextPage hasPreviousPage } } } }',
    );
    expectIntact(answer);
    const ids = idsAt(answer, 'playlist.items');
    expect(ids).toHaveLength(500);
    expect(new Set(ids).size).toBe(500);
    expect(dataAt(answer, 'playlist.items.pageInfo')).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect(dataAt(answer, 'playlist.items.totalCount')).toBe(903);
    // Five pages, and one for the gap.
    expect(upstream.count('partnerV1_playlistItems')).toBe(6);
  });
});

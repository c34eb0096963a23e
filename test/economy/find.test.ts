import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, seed } from '../fuzz/draw.js';
import { anyStart, drawEntry, drawFilter, drawLong, drawOrder } from '../find/find-draw.js';
import { findAll, isFilter } from '../find/find-model.js';
import { find, findAsPlanned, openFind, queryOf } from '../find/find-world.js';
import { expectRefused } from '../system/test-system.js';
import { listOf } from '../find/numbered-screen.js';

/** Pages of 100 from the start that hold so many ids, or all pages. */
function pagesUntil(shown: readonly string[], all: readonly string[], wanted: number): number {
  const last = all[wanted - 1];
  const index = last === undefined ? shown.length - 1 : shown.indexOf(last);
  return Math.max(1, Math.ceil((index + 1) / 100));
}

describe(`the requests of what is found (seed ${seed})`, () => {
  it('an unordered filter reads pages of 100 until there are enough matches and one more, and no estimate is too low', async () => {
    const opened = openFind();
    const { world } = opened;
    let runs = 0;
    const property = fc.asyncProperty(anyStart, async (start) => {
      const draw = drawLong(start);
      const length = draw.from([0, 50, 100, 101, 250, 420]);
      const drawn = Array.from({ length }, (_, index) => drawEntry('screens', draw, index));
      const entries = drawn.map(({ record }) => ({ record, kind: 'visible' as const }));
      world.lists.screens = entries;
      const filter = drawFilter('screens', draw, entries);
      const orderBy = draw.once(4) ? drawOrder('screens', draw) : null;
      if (!isFilter(filter)) return;
      const total = draw.once(4);
      const first = draw.from([0, 1, 2, 5, 20, 150]);
      const credential = `run-${(runs += 1)}`;
      const variables = { first, filter, orderBy, total };
      for (let round = 0; round < 2; round += 1) {
        const { sent, errors } = await findAsPlanned(
          opened,
          queryOf('screens'),
          variables,
          credential,
        );
        expect(errors).toEqual([]);
        for (const path of world.requests) expect(path).toMatch(/^\/screens\?page=\d+&limit=100$/);
        const all = findAll('screens', entries, filter, null);
        const usable = idsOf(filter?.['idIn']).filter((id) => id !== '..');
        const maxIds = filter?.['idIn'] == null ? Infinity : new Set(usable).size;
        const maxMatches = hasEmptyList(filter) ? 0 : maxIds;
        const pages = Math.max(1, Math.ceil(length / 100));
        const wanted = total || orderBy !== null ? Infinity : Math.min(first + 1, maxMatches);
        const shown = entries.map(({ record }) => record.id);
        const needed = wanted === Infinity ? pages : pagesUntil(shown, all, wanted);
        expect(sent).toBe(maxMatches === 0 ? 0 : needed);
      }
    });
    await fc.assert(property, bounded(100));
  });

  it.each([
    ['unknown: the first page, then the others', false, [1, 4]],
    ['known: all pages together', true, [5]],
  ])('the length of a list that is read whole is %s', async (_what, isKnown, waves) => {
    const { world, facade } = openFind({ screens: listOf(450) });
    if (isKnown) await find(facade, '{ screens { totalCount } }');
    world.waves.length = 0;
    const { errors } = await find(facade, queryOf('screens'), { orderBy: { field: 'NAME' } });
    expect(errors).toEqual([]);
    expect(world.waves).toEqual(waves);
  });

  it('filters, orders, totals, summaries, numbered matches, look-ups and plain windows of one list are one reading', async () => {
    const { world, facade } = openFind({ screens: listOf(450) });
    const query = `{
      early: screens(first: 1, filter: { nameContains: "7" }) { nodes { id } }
      one: screen(id: "s433") { name }
      node(nodeId: "${Buffer.from('Screen:s17').toString('base64url')}") { nodeId }
      byName: screens(orderBy: { field: NAME }) { nodes { id } }
      down: screens(last: 3, orderBy: { field: NAME, direction: DESC }) { nodes { id } }
      total: screens(filter: { statusIn: OFFLINE }) { totalCount }
      third: screens(page: 3, first: 7, filter: { statusIn: OFFLINE }) { nodes { id } }
      end: screens(last: 5, filter: { isOnNow: true }) { nodes { id } }
      plain: screens(first: 30) { nodes { id } }
      plainEnd: screens(last: 3) { nodes { id } }
      plainTotal: screens { totalCount }
      all: screenSummary { count }
      offline: screenSummary(filter: { statusIn: [OFFLINE, OFFLINE], nameContains: null }) { onNow }
      organization { screens(first: 2, filter: { isOnNow: false }) { nodes { id } } screenSummary { count } }
    }`;
    for (const pages of [5, 5]) {
      world.requests.length = 0;
      const { errors, upstream } = await find(facade, query);
      expect(errors).toEqual([]);
      expect(world.requests.filter((path) => path !== '/organization').toSorted()).toEqual(
        Array.from({ length: pages }, (_, index) => `/screens?page=${index + 1}&limit=100`),
      );
      expect(upstream?.estimated).toBeGreaterThanOrEqual(pages + 1);
    }
  });

  it('an operation that cannot fit is refused before it runs where the length is known, else after its first page', async () => {
    const { world, facade } = openFind({ screens: listOf(450) }, { MAX_UPSTREAM_REQUESTS: '4' });
    const query = '{ organization { name } screens(orderBy: { field: NAME }) { nodes { id } } }';
    const first = await find(facade, query);
    expect(first.data).toEqual({ organization: { name: 'Org' }, screens: null });
    const extensions = { code: 'UPSTREAM_BUDGET_EXCEEDED' };
    expect(first.errors).toMatchObject([{ path: ['screens'], extensions }]);
    expect(world.requests.toSorted()).toEqual(['/organization', '/screens?page=1&limit=100']);
    world.requests.length = 0;
    expectRefused({ simulator: world }, await find(facade, query), 'UPSTREAM_BUDGET_EXCEEDED');
  });
});

const idsOf = (value: unknown): readonly unknown[] =>
  value == null ? [] : Array.isArray(value) ? value : [value];

const hasEmptyList = (filter: Readonly<Record<string, unknown>> | null): boolean =>
  Object.values(filter ?? {}).some((value) => Array.isArray(value) && value.length === 0);

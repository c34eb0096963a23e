import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, seed } from './draw.js';
import { anyStart, drawEntry, drawFilter, drawLong, drawOrder } from '../find/find-draw.js';
import { findAll, isFilter } from '../find/find-model.js';
import {
  type CollectionName,
  find,
  type FindWorld,
  type FoundConnection,
  openFind,
  queryOf,
} from '../find/find-world.js';

const collections: readonly CollectionName[] = ['screens', 'playlists', 'media'];

/** Each run has a credential of its own: nothing is known of its lists. */
let runs = 0;

/** Fills one list, and draws what to find in it. */
function drawFind(world: FindWorld, name: CollectionName, start: number) {
  const draw = drawLong(start);
  const length = draw.from([0, 1, 7, 30, 99, 100, 101, 230]);
  const entries = Array.from({ length }, (_, index) => drawEntry(name, draw, index));
  world.lists[name] = entries;
  world.cap = draw.from([100, 100, 100, 40, 7]);
  const filter = drawFilter(name, draw, entries);
  const orderBy = draw.once(2) ? drawOrder(name, draw) : null;
  return { draw, entries, filter, orderBy, all: findAll(name, entries, filter, orderBy) };
}

interface Step {
  readonly way: 'forward' | 'backward';
  readonly size: number;
  readonly from: string | undefined;
}

const variablesOf = ({ way, size, from }: Step) =>
  way === 'forward' ? { first: size, after: from } : { last: size, before: from };

/** What a window shows of all matches. */
function windowOf(all: readonly string[], { way, size }: Step, anchor: string | undefined) {
  const place = anchor === undefined ? -1 : all.indexOf(anchor);
  const start =
    way === 'forward' ? place + 1 : Math.max(0, (anchor === undefined ? all.length : place) - size);
  const end =
    way === 'forward'
      ? Math.min(start + size, all.length)
      : anchor === undefined
        ? all.length
        : place;
  return {
    shown: all.slice(start, end),
    hasNextPage: end < all.length,
    hasPreviousPage: start > 0,
  };
}

const idsOf = ({ edges }: FoundConnection): (string | undefined)[] =>
  edges.map(({ node }) => node?.id);

describe(`what is found, against a model of all records in memory (seed ${seed})`, () => {
  it('any filter and order, sizes, directions and edges: each match once, in order, whatever is hidden or broken', async () => {
    const { world, facade } = openFind();
    const property = fc.asyncProperty(
      fc.constantFrom(...collections),
      anyStart,
      async (name, start) => {
        const { draw, entries, filter, orderBy, all } = drawFind(world, name, start);
        if (!isFilter(filter) && orderBy === null) return;
        const broken = entries.filter(({ kind }) => kind === 'broken').length;
        const credential = `run-${(runs += 1)}`;
        let anchor: { readonly id: string; readonly cursor: string } | undefined;
        for (let round = 0; round < 5; round += 1) {
          const way = draw.from(['forward', 'backward'] as const);
          const step: Step = {
            way,
            size: draw.from([1, 2, 3, 5, 20, 100, 150]),
            from: anchor?.cursor,
          };
          const total = draw.once(3);
          const variables = { ...variablesOf(step), filter, orderBy, total };
          const { data, errors } = await find(facade, queryOf(name), variables, { credential });
          const found = data?.[name];
          const { shown, ...info } = windowOf(all, step, anchor?.id);
          const extensions = { code: 'UPSTREAM_INVALID_RESPONSE' };
          expect(errors).toMatchObject(errors.map(() => ({ path: [name], extensions })));
          expect(errors.length).toBeLessThanOrEqual(Math.min(10, broken));
          if ((total || orderBy !== null) && all.length > 0)
            expect(errors).toHaveLength(Math.min(10, broken));
          expect(found && idsOf(found)).toEqual(shown);
          expect(found?.pageInfo).toMatchObject(info);
          expect(found?.pageInfo.startCursor).toBe(found?.edges[0]?.cursor ?? null);
          expect(found?.pageInfo.endCursor).toBe(found?.edges.at(-1)?.cursor ?? null);
          if (total) expect(found?.totalCount).toBe(all.length);
          const edge = found?.edges[draw.below(found.edges.length)];
          if (edge?.node) anchor = { id: edge.node.id, cursor: edge.cursor };
        }
      },
    );
    await fc.assert(property, bounded(100));
  });

  it('numbered pages of the matches are slices of them, and the walk goes on from their cursors', async () => {
    const { world, facade } = openFind();
    const property = fc.asyncProperty(
      fc.constantFrom(...collections),
      anyStart,
      async (name, start) => {
        const { draw, filter, orderBy, all } = drawFind(world, name, start);
        if (!isFilter(filter) && orderBy === null) return;
        const credential = `run-${(runs += 1)}`;
        const [page, first] = [1 + draw.below(4), draw.from([1, 3, 20, 120])];
        const { data } = await find(
          facade,
          queryOf(name),
          { page, first, filter, orderBy },
          { credential },
        );
        const found = data?.[name];
        const [from, to] = [(page - 1) * first, page * first];
        expect(found && idsOf(found)).toEqual(all.slice(from, to));
        expect(found?.pageInfo).toMatchObject({
          hasNextPage: to < all.length,
          hasPreviousPage: from > 0 && all.length > 0,
        });
        const after = found?.pageInfo.endCursor;
        if (after == null) return;
        const next = await find(
          facade,
          queryOf(name),
          { after, first: 5, filter, orderBy },
          { credential },
        );
        expect(next.data?.[name] && idsOf(next.data[name])).toEqual(all.slice(to, to + 5));
      },
    );
    await fc.assert(property, bounded(60));
  });
});

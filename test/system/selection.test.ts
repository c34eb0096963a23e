import { describe, expect, it } from 'vitest';
import { pathsOf, readAll, startWithScreens } from './rest.js';
import { sendQuery } from './send.js';

async function start() {
  const { system, a } = await startWithScreens();
  const pathsFor = (query: string, variables: object = {}): Promise<string[]> =>
    pathsOf(system.simulator, async () => {
      expect((await sendQuery(system.facade, query, variables)).errors).toEqual([]);
    });
  return { system, a, pathsFor };
}

describe('an operation reads only what it selects', () => {
  it('{ __typename } sends no REST request, and reports no cost', async () => {
    const { system, pathsFor } = await start();
    expect(await pathsFor('{ __typename }')).toEqual([]);
    expect((await sendQuery(system.facade, '{ __typename }')).extensions).toBeUndefined();
  });

  it('E17: totalCount in fragments and beside what directives omit is one request of one item', async () => {
    const { pathsFor } = await start();
    const query = `query ($itemsToo: Boolean!) {
      media(first: 50) { ... on MediaConnection { ...Counted } nodes @include(if: $itemsToo) { id } edges @skip(if: true) { cursor } }
    }
    fragment Counted on MediaConnection { totalCount }`;
    expect(await pathsFor(query, { itemsToo: false })).toEqual(['/media?page=1&limit=1']);
    expect(await pathsFor(query, { itemsToo: true })).toEqual(['/media?page=1&limit=50']);
  });

  it('E11: first: 0 is an empty page with its total, one request of one item', async () => {
    const { system, pathsFor } = await start();
    const query =
      '{ screens(first: 0) { nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage } } }';
    expect(await pathsFor(query)).toEqual(['/screens?page=1&limit=1']);
    const pageInfo = { hasNextPage: true, hasPreviousPage: false };
    expect((await sendQuery(system.facade, query)).data).toEqual({
      screens: { nodes: [], totalCount: 240, pageInfo },
    });
  });

  it('a page of both the organization and the root is read once', async () => {
    const { pathsFor } = await start();
    const query =
      '{ organization { name screens(first: 5) { nodes { name } } } screens(first: 5) { nodes { id } } }';
    expect((await pathsFor(query)).toSorted()).toEqual(['/organization', '/screens?page=1&limit=5']);
  });

  it('a list of playlists reads no items; items are a request for each playlist', async () => {
    const { system, pathsFor } = await start();
    const list = '/playlists?page=1&limit=3';
    expect(await pathsFor('{ playlists(first: 3) { nodes { name itemCount } } }')).toEqual([list]);
    const [first, ...items] = await pathsFor(
      '{ playlists(first: 3) { nodes { items(first: 10) { nodes { mediaId } } } } }',
    );
    expect(first).toBe(list);
    const ids = (await readAll(system.simulator, '/playlists')).slice(0, 3).map(({ id }) => String(id));
    expect(items.toSorted()).toEqual(ids.map((id) => `/playlists/${id}/items?page=1&limit=10`).toSorted());
  });

  it('a configuration is one request, and neither its screen nor its media is fetched', async () => {
    const { a, pathsFor } = await start();
    const query = `{ playbackConfiguration(screenId: "${a}") { revision screen { id name } items { mediaId url } } }`;
    expect(await pathsFor(query)).toEqual([`/screens/${a}/configuration`]);
  });

  it('fields that @skip or @include omit send no request', async () => {
    const { a, pathsFor } = await start();
    const query = `query ($id: ID!, $no: Boolean = false) {
      screen(id: $id) { name playbackConfiguration @include(if: $no) { revision } }
      organization @include(if: $no) { name }
      media @skip(if: true) { totalCount }
    }`;
    expect(await pathsFor(query, { id: a })).toEqual([`/screens/${a}`]);
  });
});

import { describe, expect, it } from 'vitest';
import { graphql } from '../generated/index.js';
import { startSystem } from './test-system.js';
import { pathsOf, readAll } from './rest.js';
import { startWithScreens, OrganizationName, PlaylistItems } from './cost-fixture.js';

const Typename = graphql(`
  query Typename {
    __typename
  }
`);

const CountScreens = graphql(`
  query CountScreens {
    screens {
      totalCount
    }
  }
`);

const CountInFragments = graphql(`
  query CountInFragments($itemsToo: Boolean!) {
    media(first: 50) {
      ... on MediaConnection {
        ...CountedMedia
      }
      nodes @include(if: $itemsToo) {
        id
      }
      edges @skip(if: true) {
        cursor
      }
    }
  }
`);

graphql(`
  fragment CountedMedia on MediaConnection {
    totalCount
  }
`);

const NoScreens = graphql(`
  query NoScreens {
    screens(first: 0) {
      nodes {
        id
      }
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
      }
    }
  }
`);

const OrganizationScreens = graphql(`
  query OrganizationScreens {
    organization {
      name
      screens(first: 5) {
        nodes {
          name
        }
      }
    }
    screens(first: 5) {
      nodes {
        id
      }
    }
  }
`);

const PlaylistNames = graphql(`
  query PlaylistNames {
    playlists(first: 3) {
      nodes {
        name
        itemCount
      }
    }
  }
`);

const Revision = graphql(`
  query Revision($screenId: ID!) {
    playbackConfiguration(screenId: $screenId) {
      revision
      screen {
        id
        name
      }
      items {
        mediaId
        url
      }
    }
  }
`);

const Skipped = graphql(`
  query Skipped($id: ID!, $no: Boolean = false) {
    screen(id: $id) {
      name
      playbackConfiguration @include(if: $no) {
        revision
      }
    }
    organization @include(if: $no) {
      name
    }
    media @skip(if: true) {
      totalCount
    }
  }
`);

describe('an operation reads only what it selects', () => {
  it('{ __typename } sends no REST request, and reports no cost', async () => {
    const { simulator, query } = await startSystem();
    const paths = await pathsOf(simulator, async () => {
      expect((await query(Typename, {})).extensions).toBeUndefined();
    });
    expect(paths).toEqual([]);
  });

  it('E17: totalCount alone is one request of one item', async () => {
    const { system } = await startWithScreens();
    const paths = await pathsOf(system.simulator, async () => {
      expect((await system.query(CountScreens, {})).data?.screens?.totalCount).toBe(240);
    });
    expect(paths).toEqual(['/screens?page=1&limit=1']);
  });

  it('E17: the same with fragments and directives', async () => {
    const { system } = await startWithScreens();
    const count = (itemsToo: boolean) =>
      pathsOf(system.simulator, () => system.query(CountInFragments, { itemsToo }));
    expect(await count(false)).toEqual(['/media?page=1&limit=1']);
    expect(await count(true)).toEqual(['/media?page=1&limit=50']);
  });

  it('E11: first: 0 is an empty page with its total, one request of one item', async () => {
    const { system } = await startWithScreens();
    const paths = await pathsOf(system.simulator, async () => {
      const { data } = await system.query(NoScreens, {});
      expect(data?.screens).toEqual({
        nodes: [],
        totalCount: 240,
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
      });
    });
    expect(paths).toEqual(['/screens?page=1&limit=1']);
  });

  it('the name of the organization is one request', async () => {
    const { system } = await startWithScreens();
    expect(await pathsOf(system.simulator, () => system.query(OrganizationName, {}))).toEqual([
      '/organization',
    ]);
  });

  it('a page of both the organization and the root is read once', async () => {
    const { system } = await startWithScreens();
    const paths = await pathsOf(system.simulator, () => system.query(OrganizationScreens, {}));
    expect(paths.toSorted()).toEqual(['/organization', '/screens?page=1&limit=5']);
  });

  it('a list of playlists reads no items; items are a request for each playlist', async () => {
    const { system } = await startWithScreens();
    expect(await pathsOf(system.simulator, () => system.query(PlaylistNames, {}))).toEqual([
      '/playlists?page=1&limit=3',
    ]);
    const [first, ...items] = await pathsOf(system.simulator, () => system.query(PlaylistItems, {}));
    expect(first).toBe('/playlists?page=1&limit=3');
    const ids = (await readAll(system.simulator, '/playlists')).slice(0, 3).map(({ id }) => String(id));
    expect(items.toSorted()).toEqual(ids.map((id) => `/playlists/${id}/items?page=1&limit=10`).toSorted());
  });

  it('a configuration is one request, and neither its screen nor its media is fetched', async () => {
    const { system, a } = await startWithScreens();
    expect(await pathsOf(system.simulator, () => system.query(Revision, { screenId: a }))).toEqual([
      `/screens/${a}/configuration`,
    ]);
  });

  it('fields that @skip or @include omit send no request', async () => {
    const { system, a } = await startWithScreens();
    expect(await pathsOf(system.simulator, () => system.query(Skipped, { id: a }))).toEqual([
      `/screens/${a}`,
    ]);
  });
});

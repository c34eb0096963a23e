import { describe, expect, it } from 'vitest';
import { graphql } from '../generated/index.js';
import { type TestSystem, startSystem } from './test-system.js';
import { pathsOf, readAll } from './rest.js';
import { sendQuery } from './send.js';

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
const OrganizationName = graphql(`
  query OrganizationName {
    organization {
      name
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
const SameScreen = graphql(`
  query SameScreen($id: ID!, $nodeId: ID!) {
    a: screen(id: $id) {
      name
    }
    b: screen(id: $id) {
      id
      status
    }
    node(nodeId: $nodeId) {
      nodeId
    }
    nodes(nodeIds: [$nodeId, $nodeId]) {
      nodeId
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
const PlaylistItems = graphql(`
  query PlaylistItems {
    playlists(first: 3) {
      nodes {
        items(first: 10) {
          nodes {
            mediaId
          }
        }
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
const Revisions = graphql(`
  query Revisions($a: ID!, $b: ID!) {
    playbackConfigurations(screenIds: [$a, $b, $a, $a]) {
      revision
    }
    again: playbackConfiguration(screenId: $b) {
      revision
    }
  }
`);
const ScreensOfScreens = graphql(`
  query ScreensOfScreens {
    screens(first: 3) {
      nodes {
        playbackConfiguration {
          screen {
            screen {
              name
            }
          }
        }
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
const SamePages = graphql(`
  query SamePages {
    a: media(first: 10) {
      nodes {
        id
      }
    }
    b: media(first: 10) {
      pageInfo {
        endCursor
      }
      totalCount
    }
    c: media(first: 10, page: 1) {
      edges {
        cursor
      }
    }
  }
`);
const MediaShownByList = graphql(`
  query MediaShownByList($screenId: ID!) {
    media(first: 1000) {
      nodes {
        id
      }
    }
    playbackConfiguration(screenId: $screenId) {
      items {
        mediaId
        media {
          name
        }
      }
    }
  }
`);

/** The system, the ids of its first two screens, and what an operation asked for. */
async function open() {
  const system = await startSystem();
  const [first, second] = await readAll(system.simulator, '/screens');
  return { system, a: String(first?.['id']), b: String(second?.['id']) };
}

const nodeIdOf = (id: string): string => Buffer.from(`Screen:${id}`).toString('base64url');

describe('nothing that is not selected is fetched', () => {
  it('{ __typename } asks for nothing, and tells no cost', async () => {
    const { simulator, query } = await startSystem();
    const paths = await pathsOf(simulator, async () => {
      expect((await query(Typename, {})).extensions).toBeUndefined();
    });
    expect(paths).toEqual([]);
  });

  it('E17: totalCount alone is one request of one item', async () => {
    const { system } = await open();
    const paths = await pathsOf(system.simulator, async () => {
      expect((await system.query(CountScreens, {})).data?.screens?.totalCount).toBe(240);
    });
    expect(paths).toEqual(['/screens?page=1&limit=1']);
  });

  it('E17: so it is behind fragments and directives', async () => {
    const { system } = await open();
    const count = (itemsToo: boolean) =>
      pathsOf(system.simulator, () => system.query(CountInFragments, { itemsToo }));
    expect(await count(false)).toEqual(['/media?page=1&limit=1']);
    expect(await count(true)).toEqual(['/media?page=1&limit=50']);
  });

  it('E11: first: 0 is an empty page with its total, one request of one item', async () => {
    const { system } = await open();
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

  it('a name of the organization is one request', async () => {
    const { system } = await open();
    expect(await pathsOf(system.simulator, () => system.query(OrganizationName, {}))).toEqual([
      '/organization',
    ]);
  });

  it('a page is read once, though the organization and the root both show it', async () => {
    const { system } = await open();
    const paths = await pathsOf(system.simulator, () => system.query(OrganizationScreens, {}));
    expect(paths.toSorted()).toEqual(['/organization', '/screens?page=1&limit=5']);
  });

  it('a list of playlists reads no items; items are a request for each playlist', async () => {
    const { system } = await open();
    expect(await pathsOf(system.simulator, () => system.query(PlaylistNames, {}))).toEqual([
      '/playlists?page=1&limit=3',
    ]);
    const [first, ...items] = await pathsOf(system.simulator, () => system.query(PlaylistItems, {}));
    expect(first).toBe('/playlists?page=1&limit=3');
    const ids = (await readAll(system.simulator, '/playlists')).slice(0, 3).map(({ id }) => String(id));
    expect(items.toSorted()).toEqual(ids.map((id) => `/playlists/${id}/items?page=1&limit=10`).toSorted());
  });

  it('a configuration is one request, and neither its screen nor its media is fetched', async () => {
    const { system, a } = await open();
    expect(await pathsOf(system.simulator, () => system.query(Revision, { screenId: a }))).toEqual([
      `/screens/${a}/configuration`,
    ]);
  });

  it('fields that @skip or @include leave out cost nothing', async () => {
    const { system, a } = await open();
    expect(await pathsOf(system.simulator, () => system.query(Skipped, { id: a }))).toEqual([
      `/screens/${a}`,
    ]);
  });
});

describe('nothing is fetched twice in one operation', () => {
  it('one screen under aliases, as node and in nodes is one request', async () => {
    const { system, a } = await open();
    const paths = await pathsOf(system.simulator, async () => {
      const { data, extensions } = await system.query(SameScreen, { id: a, nodeId: nodeIdOf(a) });
      expect(data?.b?.id).toBe(a);
      expect(data?.nodes.map((node) => node?.nodeId)).toEqual([nodeIdOf(a), nodeIdOf(a)]);
      expect(extensions?.upstream).toMatchObject({ requests: 1, limit: 250 });
    });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('one screen under 50 aliases is one request', async () => {
    const { system, a } = await open();
    const fields = Array.from({ length: 50 }, (_, index) => `s${index}: screen(id: "${a}") { id }`);
    const paths = await pathsOf(system.simulator, async () => {
      const { data, errors } = await sendQuery(system.facade, `{ ${fields.join(' ')} }`);
      expect(errors).toEqual([]);
      expect(Object.values(data ?? {})).toEqual(Array.from({ length: 50 }, () => ({ id: a })));
    });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('equal ids in playbackConfigurations are one request, and the order is kept', async () => {
    const { system, a, b } = await open();
    const paths = await pathsOf(system.simulator, async () => {
      const { data } = await system.query(Revisions, { a, b });
      const revisions = data?.playbackConfigurations.map((each) => each?.revision) ?? [];
      expect(new Set(revisions).size).toBe(2);
      expect(revisions).toEqual([revisions[0], data?.again?.revision, revisions[0], revisions[0]]);
    });
    expect(paths).toEqual([`/screens/${a}/configuration`, `/screens/${b}/configuration`]);
  });

  it('screens that a list has shown are not asked for again through their configurations', async () => {
    const { system } = await open();
    const [list, ...configurations] = await pathsOf(system.simulator, () =>
      system.query(ScreensOfScreens, {}),
    );
    expect(list).toBe('/screens?page=1&limit=3');
    expect(configurations).toHaveLength(3);
    for (const path of configurations) expect(path).toMatch(/^\/screens\/\w+\/configuration$/);
  });

  it('media that a list shows are not asked for again; only what no list shows is', async () => {
    const { system, a } = await open();
    const paths = await pathsOf(system.simulator, async () => {
      const { data, errors } = await system.query(MediaShownByList, { screenId: a });
      expect(data?.media?.nodes).toHaveLength(420);
      // The demo data's first screen plays a file that was deleted.
      expect(errors).toHaveLength(1);
    });
    expect(paths.filter((path) => path.startsWith('/media?'))).toEqual(
      [1, 2, 3, 4, 5].map((page) => `/media?page=${page}&limit=100`),
    );
    expect(paths.filter((path) => path.startsWith('/media/'))).toHaveLength(1);
    expect(paths).toHaveLength(7);
  });

  it('a screen that is looked up and found as node is one request; it does not wait for a list', async () => {
    const { system, a } = await open();
    const paths = await pathsOf(system.simulator, async () => {
      const { data } = await system.query(NodeScreenAndList, { id: a, nodeId: nodeIdOf(a) });
      expect([data?.node?.nodeId, data?.screen?.id, data?.screens?.nodes[0]?.id]).toEqual([
        nodeIdOf(a),
        a,
        a,
      ]);
    });
    expect(paths).toEqual(['/screens?page=1&limit=5', `/screens/${a}`]);
  });

  it('one page under three names is one request', async () => {
    const { system } = await open();
    expect(await pathsOf(system.simulator, () => system.query(SamePages, {}))).toEqual([
      '/media?page=1&limit=10',
    ]);
  });
});

const NodeScreenAndList = graphql(`
  query NodeScreenAndList($id: ID!, $nodeId: ID!) {
    screens(first: 5) {
      nodes {
        id
      }
    }
    screen(id: $id) {
      id
    }
    node(nodeId: $nodeId) {
      nodeId
    }
  }
`);

describe('two operations share nothing that was read', () => {
  it('the second one asks again', async () => {
    const { system } = await open();
    const twice = async (each: TestSystem): Promise<void> => {
      await each.query(OrganizationName, {});
      await each.query(OrganizationName, {});
    };
    expect(await pathsOf(system.simulator, () => twice(system))).toEqual(['/organization', '/organization']);
  });
});

describe('extensions.upstream (runtime interface, "What a response tells about its cost")', () => {
  it('tells the REST requests that were really sent, and the limit', async () => {
    const { simulator, query } = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '9' } });
    const answer = await query(PlaylistItems, {});
    expect(answer.extensions?.upstream).toMatchObject({ requests: 4, limit: 9 });
    expect(simulator.requests).toHaveLength(4);
  });

  it('counts a retry', async () => {
    const { simulator, query } = await startSystem({ faults: [{ status: 503, times: 1 }] });
    const { data, errors, extensions } = await query(OrganizationName, {});
    expect(errors).toBeUndefined();
    expect(data?.organization?.name).toBe('Nordlicht Bahn & Retail');
    expect(extensions?.upstream?.requests).toBe(2);
    expect(simulator.requests.map(({ status }) => status)).toEqual([503, 200]);
  });
});

import { describe, expect, it } from 'vitest';
import { graphql } from '../generated/index.js';
import type { TestSystem } from './test-system.js';
import { pathsOf } from './rest.js';
import { sendQuery } from './send.js';
import { startWithScreens, OrganizationName } from './cost-fixture.js';

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

const nodeIdOf = (id: string): string => Buffer.from(`Screen:${id}`).toString('base64url');

describe('an operation reads no record twice', () => {
  it('one screen under aliases, as node and in nodes is one request', async () => {
    const { system, a } = await startWithScreens();
    const paths = await pathsOf(system.simulator, async () => {
      const { data, extensions } = await system.query(SameScreen, { id: a, nodeId: nodeIdOf(a) });
      expect(data?.b?.id).toBe(a);
      expect(data?.nodes.map((node) => node?.nodeId)).toEqual([nodeIdOf(a), nodeIdOf(a)]);
      expect(extensions?.upstream).toMatchObject({ requests: 1, limit: 250 });
    });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('one screen under 50 aliases is one request', async () => {
    const { system, a } = await startWithScreens();
    const fields = Array.from({ length: 50 }, (_, index) => `s${index}: screen(id: "${a}") { id }`);
    const paths = await pathsOf(system.simulator, async () => {
      const { data, errors } = await sendQuery(system.facade, `{ ${fields.join(' ')} }`);
      expect(errors).toEqual([]);
      expect(Object.values(data ?? {})).toEqual(Array.from({ length: 50 }, () => ({ id: a })));
    });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('equal ids in playbackConfigurations are one request, and the order is kept', async () => {
    const { system, a, b } = await startWithScreens();
    const paths = await pathsOf(system.simulator, async () => {
      const { data } = await system.query(Revisions, { a, b });
      const revisions = data?.playbackConfigurations.map((each) => each?.revision) ?? [];
      expect(new Set(revisions).size).toBe(2);
      expect(revisions).toEqual([revisions[0], data?.again?.revision, revisions[0], revisions[0]]);
    });
    expect(paths).toEqual([`/screens/${a}/configuration`, `/screens/${b}/configuration`]);
  });

  it('screens of a list are not read again through their configurations', async () => {
    const { system } = await startWithScreens();
    const [list, ...configurations] = await pathsOf(system.simulator, () =>
      system.query(ScreensOfScreens, {}),
    );
    expect(list).toBe('/screens?page=1&limit=3');
    expect(configurations).toHaveLength(3);
    for (const path of configurations) expect(path).toMatch(/^\/screens\/\w+\/configuration$/);
  });

  it('media of a list are not read again; only those in no list are', async () => {
    const { system, a } = await startWithScreens();
    const paths = await pathsOf(system.simulator, async () => {
      const { data, errors } = await system.query(MediaShownByList, { screenId: a });
      expect(data?.media?.nodes).toHaveLength(420);
      // The demo data's first screen plays one deleted file.
      expect(errors).toHaveLength(1);
    });
    expect(paths.filter((path) => path.startsWith('/media?'))).toEqual(
      [1, 2, 3, 4, 5].map((page) => `/media?page=${page}&limit=100`),
    );
    expect(paths.filter((path) => path.startsWith('/media/'))).toHaveLength(1);
    expect(paths).toHaveLength(7);
  });

  it('a screen by id and as node is one request, which does not wait for a list', async () => {
    const { system, a } = await startWithScreens();
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
    const { system } = await startWithScreens();
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

describe('two operations share no data', () => {
  it('the second one reads again', async () => {
    const { system } = await startWithScreens();
    const twice = async (each: TestSystem): Promise<void> => {
      await each.query(OrganizationName, {});
      await each.query(OrganizationName, {});
    };
    expect(await pathsOf(system.simulator, () => twice(system))).toEqual(['/organization', '/organization']);
  });
});

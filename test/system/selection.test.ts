import { describe, expect, it } from 'vitest';
import { ask, nodeIdOf, screenAt } from '../economy/ask.js';
import { pathsOf } from './rest.js';
import { startSystem } from './test-system.js';

const [a, b] = [screenAt(0), screenAt(1)];
const nodeId = nodeIdOf('Screen', a);

/** Sends an operation, and gives its response and the paths that it has requested. */
async function read(query: string, variables: object = {}) {
  const system = await startSystem();
  let response: Awaited<ReturnType<typeof ask>> | undefined;
  const paths = await pathsOf(
    system.simulator,
    async () => (response = await ask(system, query, { variables })),
  );
  return { ...response, paths };
}

const counted = `query ($itemsToo: Boolean!) {
  media(first: 50) { ... on MediaConnection { ...Counted } nodes @include(if: $itemsToo) { id } edges @skip(if: true) { cursor } }
} fragment Counted on MediaConnection { totalCount }`;
const alone = `{ playbackConfiguration(screenId: "${a}") { revision screen { id name } items { mediaId url } } }`;
const omitted = `query ($no: Boolean = false) {
  screen(id: "${a}") { name playbackConfiguration @include(if: $no) { revision } }
  organization @include(if: $no) { name } media @skip(if: true) { totalCount }
}`;

describe('an operation reads only what it selects', () => {
  it.each<[what: string, query: string, variables: object, path: string]>([
    [
      'E17: totalCount in fragments is one item',
      counted,
      { itemsToo: false },
      '/media?page=1&limit=1',
    ],
    ['items beside it are a page', counted, { itemsToo: true }, '/media?page=1&limit=50'],
    [
      'a list reads no parts',
      '{ playlists(first: 3) { nodes { itemCount } } }',
      {},
      '/playlists?page=1&limit=3',
    ],
    [
      'a configuration reads neither its screen nor its media',
      alone,
      {},
      `/screens/${a}/configuration`,
    ],
    ['fields that @skip or @include omit', omitted, {}, `/screens/${a}`],
  ])('%s', async (_what, query, variables, path) => {
    const { paths, errors } = await read(query, variables);
    expect([paths, errors]).toEqual([[path], []]);
  });

  it('{ __typename } sends no REST request, and reports no cost', async () => {
    const { paths, extensions } = await read('{ __typename }');
    expect([paths, extensions]).toEqual([[], undefined]);
  });

  it('E11: first: 0 is an empty page with its total, one request of one item', async () => {
    const query =
      '{ screens(first: 0) { nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage } } }';
    const { paths, data } = await read(query);
    expect(paths).toEqual(['/screens?page=1&limit=1']);
    const pageInfo = { hasNextPage: true, hasPreviousPage: false };
    expect(data).toEqual({ screens: { nodes: [], totalCount: 240, pageInfo } });
  });
});

describe('an operation reads no record twice', () => {
  it('one screen under aliases, as node and in nodes is one request', async () => {
    const { paths, data, extensions } = await read(`{
      a: screen(id: "${a}") { name } b: screen(id: "${a}") { id status }
      node(nodeId: "${nodeId}") { nodeId } nodes(nodeIds: ["${nodeId}", "${nodeId}"]) { nodeId }
    }`);
    expect(data).toMatchObject({ b: { id: a }, node: { nodeId }, nodes: [{ nodeId }, { nodeId }] });
    expect(extensions).toMatchObject({ upstream: { requests: 1, limit: 250 } });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('equal ids in playbackConfigurations are one request, and the order is kept', async () => {
    const { paths, data } = await read(`{
      playbackConfigurations(screenIds: ["${a}", "${b}", "${a}", "${a}"]) { revision }
      again: playbackConfiguration(screenId: "${b}") { revision }
    }`);
    const each = data?.['playbackConfigurations'];
    const again = data?.['again'];
    expect(each).toEqual([each?.[0], again, each?.[0], each?.[0]]);
    expect(each?.[0]).not.toEqual(again);
    expect(paths).toEqual([`/screens/${a}/configuration`, `/screens/${b}/configuration`]);
  });

  it('media of a list are not read again; only those in no list are', async () => {
    const { paths, data, errors } = await read(`{
      media(first: 1000) { nodes { id } }
      playbackConfiguration(screenId: "${a}") { items { mediaId media { name } } }
    }`);
    expect(data?.['media']).toHaveProperty('nodes.length', 420);
    // The demo data's first screen plays one deleted file.
    expect(errors).toHaveLength(1);
    const pages = [1, 2, 3, 4, 5].map((page) => `/media?page=${page}&limit=100`);
    expect(paths.filter((path) => path.startsWith('/media?'))).toEqual(pages);
    expect(paths.filter((path) => path.startsWith('/media/'))).toHaveLength(1);
    expect(paths).toHaveLength(7);
  });
});

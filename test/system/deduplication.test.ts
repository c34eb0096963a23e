import { describe, expect, it } from 'vitest';
import { pathsOf, startWithScreens } from './rest.js';
import { type ClientResponse, sendQuery } from './send.js';

/** Sends an operation for the first two screens, and gives its response and the paths that it has requested. */
async function read(query: string) {
  const { system, a, b } = await startWithScreens();
  const variables = { a, b, nodeId: Buffer.from(`Screen:${a}`).toString('base64url') };
  const used = Object.entries(variables).filter(([name]) => query.includes(`$${name}`));
  const declared = used.map(([name]) => `$${name}: ID!`).join(', ');
  const text = declared === '' ? query : `query (${declared}) ${query}`;
  let response: ClientResponse | undefined;
  const paths = await pathsOf(system.simulator, async () => {
    response = await sendQuery(system.facade, text, Object.fromEntries(used));
  });
  return { ...variables, paths, data: response?.data, response };
}

describe('an operation reads no record twice', () => {
  it('one screen under aliases, as node and in nodes is one request', async () => {
    const { a, nodeId, paths, data, response } = await read(`{
      a: screen(id: $a) { name }
      b: screen(id: $a) { id status }
      node(nodeId: $nodeId) { nodeId }
      nodes(nodeIds: [$nodeId, $nodeId]) { nodeId }
    }`);
    expect(data).toMatchObject({ b: { id: a }, node: { nodeId }, nodes: [{ nodeId }, { nodeId }] });
    expect(response?.extensions).toMatchObject({ upstream: { requests: 1, limit: 250 } });
    expect(paths).toEqual([`/screens/${a}`]);
  });

  it('equal ids in playbackConfigurations are one request, and the order is kept', async () => {
    const { a, b, paths, data } = await read(`{
      playbackConfigurations(screenIds: [$a, $b, $a, $a]) { revision }
      again: playbackConfiguration(screenId: $b) { revision }
    }`);
    // The shape of the query.
    const { playbackConfigurations: each, again } = data as {
      readonly playbackConfigurations: readonly unknown[];
      readonly again: unknown;
    };
    expect(each).toEqual([each[0], again, each[0], each[0]]);
    expect(each[0]).not.toEqual(again);
    expect(paths).toEqual([`/screens/${a}/configuration`, `/screens/${b}/configuration`]);
  });

  it('media of a list are not read again; only those in no list are', async () => {
    const { paths, data, response } = await read(`{
      media(first: 1000) { nodes { id } }
      playbackConfiguration(screenId: $a) { items { mediaId media { name } } }
    }`);
    expect(data?.['media']).toHaveProperty('nodes.length', 420);
    // The demo data's first screen plays one deleted file.
    expect(response?.errors).toHaveLength(1);
    expect(paths.filter((path) => path.startsWith('/media?'))).toEqual(
      [1, 2, 3, 4, 5].map((page) => `/media?page=${page}&limit=100`),
    );
    expect(paths.filter((path) => path.startsWith('/media/'))).toHaveLength(1);
    expect(paths).toHaveLength(7);
  });

  it('a screen by id and as node is one request, which does not wait for a list', async () => {
    const { a, nodeId, paths, data } = await read(
      '{ screens(first: 5) { nodes { id } } screen(id: $a) { id } node(nodeId: $nodeId) { nodeId } }',
    );
    expect(data).toMatchObject({ node: { nodeId }, screen: { id: a } });
    expect(data?.['screens']).toHaveProperty('nodes.0.id', a);
    expect(paths).toEqual(['/screens?page=1&limit=5', `/screens/${a}`]);
  });

  it('one page under three names is one request', async () => {
    const { paths } = await read(`{
      a: media(first: 10) { nodes { id } }
      b: media(first: 10) { pageInfo { endCursor } totalCount }
      c: media(first: 10, page: 1) { edges { cursor } }
    }`);
    expect(paths).toEqual(['/media?page=1&limit=10']);
  });
});

import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.js';
import { ownTools } from '../../../src/extra/mcp/own-tool.js';
import { demoCredentials } from '../../../src/command/simulator/simulator.js';
import { parse, validate } from 'graphql';
import { type Agent, connect, openAgent, serveAgents } from './agent.js';

describe.each(ownTools)(
  'the document of $name',
  ({ document, arguments: descriptions, purpose, cost }) => {
    it('fits the schema, and describes each of its variables', () => {
      const ast = parse(document);
      expect(validate(schema, ast)).toEqual([]);
      const [operation] = ast.definitions;
      const variables =
        operation?.kind === 'OperationDefinition' ? operation.variableDefinitions : [];
      expect((variables ?? []).map(({ variable }) => variable.name.value)).toEqual(
        Object.keys(descriptions),
      );
      expect([purpose, cost].join('')).not.toMatch(/undefined|\n/);
    });
  },
);

interface FoundScreens {
  readonly screens?: {
    readonly edges: readonly { readonly node: { readonly id: string } | null }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  } | null;
}

const matches = (outputSchema: object | undefined, content: unknown): boolean =>
  new Ajv().validate(outputSchema ?? {}, content);

const hasValue = (data: object | null): boolean =>
  Object.values(data ?? {}).some((value) => value !== null);

/** Ids that every credential can ask for: they come from a credential that may read everything. */
async function idsOf(agent: Agent) {
  const screens = await agent.call('find_screens', { first: 1 });
  const { edges } = (screens.content.data as FoundScreens).screens ?? { edges: [] };
  const media = await agent.call('graphql_query', {
    query: '{ media(first: 1) { nodes { id } } }',
  });
  const { media: list } = media.content.data as { media: { nodes: { id: string }[] } };
  return { screenId: edges[0]?.node?.id ?? '', mediaId: list.nodes[0]?.id ?? '' };
}

it.each(demoCredentials)(
  'every tool with the credential "$name"',
  async ({ credential, scopes, ...own }) => {
    const { url, simulator } = await serveAgents();
    const isOwner = (each: typeof own) => each.organizationId === own.organizationId;
    const owner = demoCredentials.filter(isOwner).find((each) => each.scopes.length === 4);
    const { screenId, mediaId } = await idsOf(
      await connect(url, { credential: owner?.credential ?? '' }),
    );
    const { call, client } = await connect(url, { credential });
    const { tools } = await client.listTools();
    const args: Record<string, Record<string, unknown>> = {
      what_plays_on: { screenId },
      where_is_media_used: { mediaId },
      graphql_query: { query: '{ organization { id } }' },
    };
    for (const { name, outputSchema } of tools) {
      simulator.clearRequests();
      const { content, text, isError } = await call(name, args[name]);
      const needed = ownTools.find((tool) => tool.name === name)?.scopes ?? [];
      const missing = needed.filter((scope) => !scopes.includes(scope));
      const errors = content.errors ?? [];
      const refusals = errors.filter(({ code }) => code === 'FORBIDDEN');
      expect(content.cost.requests).toBe(simulator.requests.length);
      expect(matches(outputSchema, content)).toBe(true);
      expect(JSON.parse(text)).toEqual(content);
      // The demo data has links to files that are gone.
      expect(errors.filter(({ code }) => code !== 'FORBIDDEN' && code !== 'NOT_FOUND')).toEqual([]);
      expect([name, isError]).toEqual([name, refusals.length > 0 && !hasValue(content.data)]);
      for (const { requiredScope = '', next } of refusals) {
        expect(missing).toContain(requiredScope);
        expect(next).toContain('scopes cannot be added');
      }
      // Links decide whether media files are needed, arguments whether screens are.
      const isCertain = name !== 'what_plays_on' && name !== 'where_is_media_used';
      if (isCertain) expect([name, refusals.length > 0]).toEqual([name, missing.length > 0]);
    }
  },
);

describe('the costs that the tools name', () => {
  it.each([
    ['fleet_overview', {}, 1 + 3 + 1 + 5],
    ['find_screens', { first: 100 }, 1],
    ['find_screens', { nameContains: 'no such name' }, 3],
    ['find_media', { first: 5 }, 1],
    ['list_playlists', {}, 1],
  ])('%s %j: %i REST requests', async (name, args, requests) => {
    const { call } = await openAgent();
    expect((await call(name, args)).content.cost.requests).toBe(requests);
  });

  it('where_is_media_used reads playlists by default, and screens on request', async () => {
    const { url, simulator } = await serveAgents();
    const agent = await connect(url);
    const { mediaId } = await idsOf(agent);
    const playlists = await agent.call('where_is_media_used', { mediaId });
    expect(playlists.content.data).toHaveProperty('mediaItem.playlists');
    expect(playlists.content.data).not.toHaveProperty('mediaItem.screens');
    simulator.clearRequests();
    const screens = await agent.call('where_is_media_used', {
      mediaId,
      inPlaylists: false,
      onScreens: true,
    });
    expect(screens.content.cost.requests).toBe(1 + 3 + 240);
    expect(simulator.requests).toHaveLength(1 + 3 + 240);
  });
});

it('a list is walked by its cursor, each item once', async () => {
  const { call } = await openAgent();
  const ids: string[] = [];
  let after: string | null | undefined;
  do {
    const args = { first: 10, statusIn: ['OFFLINE'], ...(after && { after }) };
    const { content } = await call('find_screens', args);
    const { screens } = content.data as FoundScreens;
    ids.push(...(screens?.edges ?? []).flatMap(({ node }) => node?.id ?? []));
    after = screens?.pageInfo.hasNextPage === true ? screens.pageInfo.endCursor : undefined;
  } while (after);
  expect(ids).toHaveLength(25);
  expect(new Set(ids).size).toBe(25);
});

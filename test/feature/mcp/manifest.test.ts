import { describe, expect, it } from 'vitest';
import type { FacadeOptions } from '../../../src/facade.js';
import { pino } from 'pino';
import { openAgent } from '../../extra/mcp/agent.js';

const described = `# Not about the operation.

# The offline screens of one kind.
# Costs 3 REST requests.
query OfflineScreens($orientation: [ScreenOrientation!], $limit: Int! = 2) {
  screens(filter: { statusIn: [OFFLINE], orientationIn: $orientation }, first: $limit) { nodes { name } }
}`;

async function withManifest(
  texts: readonly string[],
  settings: FacadeOptions['settings'] = {},
  options: Partial<FacadeOptions> = {},
) {
  const trustedDocuments = Object.fromEntries(
    texts.map((text, index) => [`document-${index}`, text]),
  );
  return { agent: await openAgent({}, settings, {}, { trustedDocuments, ...options }) };
}

/** A logger that keeps its messages. */
function keepLog() {
  const messages: string[] = [];
  // pino writes one object per line; each line of the façade has `msg`.
  const write = (line: string): void =>
    void messages.push((JSON.parse(line) as { msg: string }).msg);
  return { messages, logger: pino({ level: 'warn' }, { write }) };
}

describe('an operation of the manifest', () => {
  it('is a tool with its name, its comment and its variables', async () => {
    const { agent } = await withManifest([described]);
    const { tools } = await agent.client.listTools();
    expect(tools.at(-1)).toMatchObject({
      name: 'OfflineScreens',
      description:
        'The offline screens of one kind. Costs 3 REST requests. The result reports its cost in REST requests.',
      inputSchema: {
        type: 'object',
        properties: {
          orientation: {
            type: 'array',
            items: { type: 'string', enum: expect.arrayContaining(['PORTRAIT']) as string[] },
          },
          limit: { type: 'integer', default: 2 },
        },
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
    });
    const { content } = await agent.call('OfflineScreens', { orientation: ['LANDSCAPE'] });
    const { screens } = content.data as { screens: { nodes: unknown[] } };
    expect(screens.nodes).toHaveLength(2);
  });

  it('each of a document is one; subscriptions are none, and an anonymous one has a name of its own', async () => {
    const { agent } = await withManifest([
      'query A { organization { id } } query B($id: ID!) { screen(id: $id) { id } }',
      'subscription C { live { organization { id } } }',
      '{ organization { name } }',
    ]);
    const names = (await agent.client.listTools()).tools.map(({ name }) => name).slice(7);
    expect(names).toEqual(['A', 'B', expect.stringMatching(/^operation_[\da-f]{8}$/)]);
    const results = await Promise.all([agent.call('A'), agent.call(names[2] ?? '')]);
    expect(results.map(({ isError }) => isError)).toEqual([false, false]);
  });

  it('with TRUSTED_DOCUMENTS_MODE=only there is no graphql_query, and all other tools work', async () => {
    const { agent } = await withManifest([described], { TRUSTED_DOCUMENTS_MODE: 'only' });
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('graphql_query');
    const call = agent.client.callTool({ name: 'graphql_query', arguments: {} });
    await expect(call).rejects.toThrow('no such tool');
    for (const name of ['fleet_overview', 'find_screens', 'OfflineScreens'])
      expect([name, (await agent.call(name)).isError]).toEqual([name, false]);
  });
});

describe('a clash of names', () => {
  it('a tool of ours wins, the first of two others too, and the start reports both', async () => {
    const texts = [
      'query find_screens { organization { id } }',
      'query Same { __typename }',
      'query Same { organization { id } }',
    ];
    const { messages, logger } = keepLog();
    const { agent } = await withManifest(texts, {}, { logger });
    expect((await agent.client.listTools()).tools.map(({ name }) => name).slice(7)).toEqual([
      'Same',
    ]);
    expect((await agent.call('find_screens', { first: 1 })).content.data).toHaveProperty('screens');
    expect((await agent.call('Same')).content.data).toHaveProperty('__typename');
    expect(messages).toEqual([
      'The trusted operation find_screens is no tool: one of the façade has its name.',
      'The trusted operation Same is no tool: another one has its name.',
    ]);
  });

  it('a limit that refuses a document of ours is reported, and its tool is not listed', async () => {
    const { messages, logger } = keepLog();
    const agent = await openAgent({}, { MAX_QUERY_DEPTH: 3 }, {}, { logger });
    const names = (await agent.client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('fleet_overview');
    expect(names).not.toContain('find_screens');
    const message = expect.stringMatching(
      /^The tool find_screens is not served: .*MAX_QUERY_DEPTH/,
    ) as string;
    expect(messages).toContainEqual(message);
  });
});

it('a large manifest is paged: each page is less than 16 KiB, and each tool is listed once', async () => {
  const description = `# ${'Long description. '.repeat(100)}\n`;
  const rest = '($filter: ScreenFilter) { screens(filter: $filter) { totalCount } }';
  const texts = Array.from(
    { length: 300 },
    (_, index) => `${description}query Operation${index}${rest}`,
  );
  const { agent } = await withManifest(texts);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await agent.client.request({
      method: 'tools/list',
      params: { ...(cursor && { cursor }) },
    });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(16 * 1024);
    names.push(...page.tools.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names).toHaveLength(7 + 300);
  expect(new Set(names).size).toBe(7 + 300);
  expect(names.slice(0, 7)).toContain('graphql_query');
});

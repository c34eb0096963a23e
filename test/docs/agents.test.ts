import { describe, expect, it } from 'vitest';
import { graphqlQuery } from '../../src/mcp/graphql-query.js';
import { ownTools } from '../../src/mcp/catalog.js';
import { connect, openAgent, serveAgents } from '../mcp/agent.js';
import { codeBlocks, codeSpans, firstSpans, read, section, tableRows } from './markdown.js';

const page = read('docs/agents.md');
const tools = section(page, 'Tools');

describe('docs/agents.md', () => {
  it('has every tool, in the order of the list, and no other', () => {
    expect(firstSpans(tools)).toEqual([...ownTools, graphqlQuery].map(({ name }) => name));
  });

  it.each(ownTools)('has the scopes of $name', ({ name, scopes }) => {
    const row = tableRows(tools).find(([cell]) => cell === `\`${name}\``);
    expect(codeSpans(row?.[3] ?? '')).toEqual(scopes);
  });

  it('its configuration leads an agent to the tools', async () => {
    const block = codeBlocks(page).find(({ language }) => language === 'json');
    // The example's own shape.
    const { mcpServers } = JSON.parse(block?.text ?? '') as {
      mcpServers: { signage: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.signage;
    const service = await serveAgents();
    const address = new URL(new URL(url).pathname, service.url);
    const { call } = await connect(address, { credential: headers.Authorization.replace('Bearer ', '') });
    expect((await call('fleet_overview')).isError).toBe(false);
  });

  it('its trusted document is a tool with its comment', async () => {
    const block = codeBlocks(page).find(({ language }) => language === 'graphql');
    const trustedDocuments = { morning: block?.text ?? '' };
    const { client } = await openAgent({}, {}, {}, { trustedDocuments });
    const { tools: listed } = await client.listTools();
    expect(listed.find(({ name }) => name === 'MorningCheck')?.description).toContain(
      'for the morning check',
    );
  });

  it('names the members of a result', () => {
    expect(firstSpans(section(page, 'Results'))).toEqual([
      'data',
      'errors',
      'cost',
      'truncated',
      'omittedErrors',
    ]);
  });
});

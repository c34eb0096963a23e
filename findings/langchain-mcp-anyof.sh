#!/usr/bin/env bash
# LangChain's @langchain/mcp-adapters 1.1.4 with @langchain/core 1.4.0, and an argument of an MCP tool whose schema is
# anyOf [string, null], as generators write an optional value.
# Expected: the schema of the LangChain tool says string or null, as the server does, and as it does for type ["string", "null"].
# Observed: the argument keeps its description, and has no type at all; oneOf is the same. So a model learns neither that it is a
#   text nor which values are allowed. Of anyOf [object, null] the object is left.
# Exits 0 while that is so. Needs Node.js with npm.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --no-audit --no-fund --loglevel error "@langchain/mcp-adapters@${ADAPTERS:-1.1.4}" @langchain/core@1.4.0 \
  @modelcontextprotocol/sdk@1.32.2 > /dev/null
cat > server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const description = 'd';
const text = { type: 'string', enum: ['a', 'b'] };
const properties = {
  plain: { ...text, description },
  list: { type: ['string', 'null'], description },
  any: { anyOf: [text, { type: 'null' }], description },
  one: { oneOf: [text, { type: 'null' }], description },
};
const server = new Server({ name: 'one', version: '1' }, { capabilities: { tools: {} } });
const tool = { name: 'tool', inputSchema: { type: 'object', properties } };
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
await server.connect(new StdioServerTransport());
JS
cat > run.mjs <<'JS'
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
const one = { transport: 'stdio', command: process.execPath, args: ['server.mjs'] };
const client = new MultiServerMCPClient({ mcpServers: { one } });
const [tool] = await client.getTools();
for (const [name, schema] of Object.entries(tool.schema.properties)) {
  console.log(name, JSON.stringify(schema));
}
await client.close();
JS
npm ls --depth 0 | grep mcp-adapters
node run.mjs | tee said.txt
grep -qx 'plain {"type":"string","enum":\["a","b"\],"description":"d"}' said.txt
grep -qx 'list {"type":\["string","null"\],"description":"d"}' said.txt
grep -qx 'any {"description":"d"}' said.txt
grep -qx 'one {"description":"d"}' said.txt

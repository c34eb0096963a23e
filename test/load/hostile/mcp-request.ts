import type { Draw } from '../../fuzz/draw.js';
import { authorization, json, type Make, operation, parseParameters } from './graphql-request.js';
import type { Known } from './operation.js';
import { asHeader, drawDeepJson, drawText, drawValue } from './text.js';

const tools = ['graphql_query', 'find_screens', 'find_media', 'where_is_media_used', 'nothing'];

const methods = ['tools/list', 'resources/read', 'initialize', 'ping', 'notifications/cancelled'];

const versions = ['2025-11-25', '2026-07-28'];

export const mcp: Make = (draw, { known }) => {
  const text = drawText(draw, 60_000);
  const method = draw.from(['tools/call', 'tools/call', draw.from(methods), text.slice(0, 1000)]);
  const id = draw.from<unknown>([1, text.slice(0, 500), null]);
  const message = { jsonrpc: '2.0', id, method, params: drawParams(draw, text, known) };
  const body = draw.from<() => string>([
    ...Array<() => string>(5).fill(() => JSON.stringify(message)),
    () => JSON.stringify(Array.from({ length: 50 }, () => message)),
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${drawDeepJson(draw)}}`,
  ]);
  return {
    method: draw.from(['POST', 'POST', 'POST', 'POST', 'GET', 'DELETE']),
    target: '/mcp',
    headers: [
      json,
      ...authorization(draw),
      ['Accept', 'application/json, text/event-stream'],
      ['MCP-Protocol-Version', draw.from([...versions, ...versions, asHeader(text).slice(0, 500)])],
      ...(draw.once(2) ? [['Mcp-Method', asHeader(method)] as const] : []),
    ],
    body: body(),
  };
};

function drawParams(draw: Draw, text: string, known: Known): unknown {
  const value = drawValue(draw, 60_000);
  const inner = parseParameters(operation(draw, known).body);
  return draw.from<unknown>([
    {
      name: draw.from(tools),
      arguments: draw.from([{ nameContains: text }, { name: text, first: value }, value]),
    },
    { name: 'graphql_query', arguments: inner },
    { name: text, arguments: {} },
    { uri: draw.from(['graphql://partner-graphql/schema.graphql', text]) },
    { cursor: text },
    { protocolVersion: text, capabilities: value, clientInfo: { name: text, version: '1' } },
    value,
  ]);
}

import { everything } from '../../system/test-system.js';
import type { HostileRequest } from './graphql-request.js';
import { repeated } from './operation.js';

const asPosted = (
  query: string,
  accept: string,
  credential: string,
  target = '/graphql',
): HostileRequest => ({
  method: 'POST',
  target,
  headers: [
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${credential}`],
    ['Accept', accept],
  ],
  body: JSON.stringify({ query }),
});

const asTool = (query: string, credential: string): HostileRequest => {
  const params = { name: 'graphql_query', arguments: { query } };
  const request = asPosted(query, 'application/json, text/event-stream', credential, '/mcp');
  return {
    ...request,
    headers: [...request.headers, ['MCP-Protocol-Version', '2025-11-25']],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
};

/**
 * A large result through every way out.
 *
 * @param list with its argument `first`: `screens(first: 1000)`
 * @param field of its records
 */
export function doorsOf(
  list: string,
  field: string,
  credential = everything,
): Readonly<Record<string, HostileRequest>> {
  const lists = `{ ${repeated(49, (index) => `a${index}: ${list} { nodes { ${field} } }`)} }`;
  const columns = repeated(49, (index) => `a${index}: ${field.split(' ', 1)[0] ?? ''}`);
  const rows = `{ ${list.split('(', 1)[0] ?? ''} { nodes { ${columns} } } }`;
  const subscription = `subscription { live(everySeconds: 60) ${lists} }`;
  return {
    JSON: asPosted(lists, 'application/json', credential),
    'a part': asPosted(lists, 'multipart/mixed', credential),
    'deferred parts': asPosted(`{ ... @defer { ${lists.slice(1)} }`, 'multipart/mixed', credential),
    'an event': asPosted(lists, 'text/event-stream', credential),
    CSV: asPosted(rows, 'text/csv', credential),
    NDJSON: asPosted(rows, 'application/x-ndjson', credential),
    'an event of a subscription': asPosted(subscription, 'text/event-stream', credential),
    'a part of a subscription': asPosted(
      subscription,
      'multipart/mixed;subscriptionSpec=1.0',
      credential,
    ),
    'a tool': asTool(lists, credential),
  };
}

/** One record with nearly all of the result, as a row. */
export const oneRow = asPosted(
  `{ playlists(first: 1) { nodes { ${repeated(49, (index) => `a${index}: items(first: 250) { nodes { position durationSeconds slotId } }`)} } } }`,
  'application/x-ndjson',
  everything,
);

export const metrics: HostileRequest = {
  method: 'GET',
  target: '/metrics/organization',
  headers: [['Authorization', `Bearer ${everything}`]],
  body: '',
};

import { type Draw, words } from '../../fuzz/draw.js';
import { everything } from '../../system/test-system.js';
import {
  authorization,
  get,
  type Given,
  graphql,
  type HostileRequest,
  json,
  type Make,
  maxTarget,
  operation,
  parseParameters,
} from './graphql-request.js';
import type { Known } from './operation.js';
import { asHeader, drawDeepJson, drawText, drawValue } from './text.js';

export const dashboard: Make = (draw, given) => {
  const { cookie, token } = given.session;
  const own = [json, ['Sec-Fetch-Site', 'same-origin']] as const;
  const text = drawText(draw, 60_000);
  const signIn = drawSignIn(draw, text);
  const cookies = draw.from([
    cookie,
    cookie,
    `${asHeader(text).slice(0, 9000)}; ${cookie}`,
    'session=; '.repeat(900),
  ]);
  return draw.from<() => HostileRequest>([
    () => ({
      ...graphql(draw, given),
      target: '/dashboard/graphql',
      headers: [...own, ['X-Dashboard-Token', token], ['Cookie', cookies]],
    }),
    () => ({
      method: 'POST',
      target: '/dashboard/session',
      headers: [...own, ['X-Dashboard-Token', 'any']],
      body: JSON.stringify(signIn),
    }),
    () => ({
      method: 'GET',
      target: '/dashboard/session',
      headers: [['Cookie', cookies]],
      body: '',
    }),
    () => ({
      method: draw.from(['GET', 'HEAD']),
      target: draw.from(['/', ...given.assets]),
      headers: [['Accept-Encoding', asHeader(text)]],
      body: '',
    }),
  ])();
};

const drawSignIn = (draw: Draw, text: string): unknown =>
  draw.from<unknown>([
    { credential: text.slice(0, 9000) },
    { credential: everything },
    { demo: text },
    drawValue(draw, 60_000),
  ]);

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

/**
 * Bytes of the largest body that is read (MAX_REQUEST_BYTES); half as many characters always fit.
 */
const maxBytes = 131_072;

/** A request of at most 128 KB to any address, with any credential. */
export function drawRequest(draw: Draw, given: Given): HostileRequest {
  const made = draw.from([
    graphql,
    graphql,
    graphql,
    get,
    mcp,
    mcp,
    dashboard,
    dashboard,
    anywhere,
  ])(draw, given);
  const headers = [...made.headers, ...(draw.once(3) ? [oddHeader(draw)] : [])];
  const body =
    Buffer.byteLength(made.body) <= maxBytes ? made.body : made.body.slice(0, maxBytes / 4);
  return { ...made, headers, body };
}

const anywhere: Make = (draw, { assets }) => {
  const text = drawText(draw, 100_000);
  const path = encodeURI(text.toWellFormed())
    .replaceAll(/[\s#?]/g, '.')
    .slice(0, maxTarget);
  return {
    method: draw.from(['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE']),
    target: draw.from([
      ...words(`/graphql /mcp /metrics /metrics/organization /schema.graphql /schema.strict.graphql /health/live
        /health/ready / /dashboard/session /dashboard/graphql`),
      `/metrics/organization?${'collect[]=media&'.repeat(draw.from([1, 100, 400]))}`,
      ...[...assets, `/${path}`, `/graphql${path}`, `http://${path}/graphql`],
    ]),
    headers: [
      ...authorization(draw),
      ['Content-Type', draw.from(['application/json', 'text/plain', asHeader(text)])],
    ],
    body: draw.from([text, JSON.stringify(drawValue(draw, 100_000)), drawDeepJson(draw), '']),
  };
};

/** Headers that something reads. */
const readHeaders = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Authorization',
    'Cache-Control',
    'Cookie',
    'Host',
  ],
  ...[
    'Content-Type',
    'Content-Encoding',
    'Origin',
    'X-Request-Id',
    'traceparent',
    'tracestate',
    'baggage',
  ],
  ...[
    'X-Forwarded-Proto',
    'X-Upstream-Explain',
    'If-None-Match',
    'Range',
    'Prefer',
    'Sec-Fetch-Site',
  ],
  ...['X-Dashboard-Token', 'MCP-Session-Id', 'Last-Event-ID', 'Referer', 'User-Agent', 'Forwarded'],
] as const;

const responseTypes =
  words(`text/csv application/x-ndjson text/event-stream multipart/mixed text/html
  application/graphql-response+json`);

const oddHeader = (draw: Draw): readonly [string, string] => [
  draw.from(readHeaders),
  draw.from([
    () => asHeader(drawText(draw, 12_000)),
    () => 'max-age=30',
    () => 'trace',
    () => 'plan',
    () => draw.from(responseTypes),
    () => draw.from(['[', 'a:99999', '1.2.3.4.5', 'xn--', 'a b', '', '[::1', 'a%', '%00']),
  ])(),
];

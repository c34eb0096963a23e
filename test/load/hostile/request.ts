import { type Draw, words } from '../../fuzz/draw.js';
import { dashboard } from './dashboard-request.js';
import {
  authorization,
  get,
  type Given,
  graphql,
  type HostileRequest,
  type Make,
  maxTarget,
} from './graphql-request.js';
import { mcp } from './mcp-request.js';
import { asHeader, drawDeepJson, drawText, drawValue } from './text.js';

/** Bytes of a request's body; half as many characters always fit. */
const maxBytes = 131_072;

/** A request of at most 128 KB to any address, with any credential. */
export function drawRequest(draw: Draw, given: Given): HostileRequest {
  const made = draw.from([graphql, graphql, graphql, get, mcp, mcp, dashboard, dashboard, anywhere])(
    draw,
    given,
  );
  const headers = [...made.headers, ...(draw.once(3) ? [oddHeader(draw)] : [])];
  const body = Buffer.byteLength(made.body) <= maxBytes ? made.body : made.body.slice(0, maxBytes / 4);
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
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Cache-Control', 'Cookie', 'Host'],
  ...['Content-Type', 'Content-Encoding', 'Origin', 'X-Request-Id', 'traceparent', 'tracestate', 'baggage'],
  ...['X-Forwarded-Proto', 'X-Upstream-Explain', 'If-None-Match', 'Range', 'Prefer', 'Sec-Fetch-Site'],
  ...['X-Dashboard-Token', 'MCP-Session-Id', 'Last-Event-ID', 'Referer', 'User-Agent', 'Forwarded'],
] as const;

const responseTypes = words(`text/csv application/x-ndjson text/event-stream multipart/mixed text/html
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

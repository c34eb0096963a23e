import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { RequestReport } from '../rest/request-report.js';
import { scrubPath } from '../partner/scrub.js';
import type { Transport } from '../rest/transport/transport.js';

export type Api = typeof OpenTelemetry;

const keyOf = (requestId: string, path: string): string => `${requestId} ${path}`;

/**
 * Spans of REST requests: they begin when the request is sent, and end when its outcome is known.
 *
 * @param baseUrl {base_url} of the Partner API
 */
export function createRequestSpans(api: Api, tracer: Tracer, baseUrl: string) {
  const server = serverOf(baseUrl);
  // By what the transport and the report have in common. Spans with equal keys end in their order.
  const open = new Map<string, Span[]>();
  return {
    /** Opens a span for each request that the transport sends. */
    trace: (transport: Transport): Transport => {
      const traced: Transport = (request) => {
        const { headers } = request;
        const path = scrubPath(request.path, (headers['authorization'] ?? '').replace(/^Bearer /, ''));
        const span = startSpan(api, tracer, server, path, headers['traceparent']);
        const key = keyOf(headers['x-request-id'] ?? '', path);
        open.set(key, [...(open.get(key) ?? []), span]);
        return transport({ ...request, headers: { ...headers, ...headersOf(api, span) } });
      };
      return Object.assign(traced, { close: async () => transport.close?.() });
    },
    end: (report: RequestReport): void => {
      const key = keyOf(report.requestId, report.path);
      const [span, ...others] = open.get(key) ?? [];
      if (others.length === 0) open.delete(key);
      else open.set(key, others);
      if (span !== undefined) endSpan(api, span, server, report);
    },
  };
}

/** What all requests have in common. */
type Server = ReturnType<typeof serverOf>;

function serverOf(baseUrl: string) {
  const { origin, pathname, hostname, port, protocol } = new URL(baseUrl);
  return {
    origin,
    /** Of the path of each request. */
    prefix: pathname.replace(/(?<!\/)\/+$/, ''),
    attributes: {
      'http.request.method': 'GET',
      // Without the brackets of an IPv6 address.
      'server.address': hostname.replace(/^\[|\]$/g, ''),
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    },
  };
}

function startSpan(
  api: Api,
  tracer: Tracer,
  server: Server,
  path: string,
  traceparent: string | undefined,
): Span {
  const context = readTraceparent(traceparent);
  const root = api.ROOT_CONTEXT;
  const parent = context === undefined ? root : api.trace.setSpanContext(root, context);
  const attributes = { ...server.attributes, 'url.full': server.origin + server.prefix + path };
  return tracer.startSpan('GET', { kind: api.SpanKind.CLIENT, attributes }, parent);
}

function endSpan(api: Api, span: Span, { prefix }: Server, report: RequestReport): void {
  const { endpoint, status, code, attempt, upstreamRequestId } = report;
  const template = prefix + endpoint.path;
  span.updateName(`GET ${template}`);
  span.setAttribute('url.template', template);
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (attempt > 1) span.setAttribute('http.request.resend_count', attempt - 1);
  if (upstreamRequestId !== undefined)
    span.setAttribute('partner_graphql.upstream_request_id', upstreamRequestId);
  // Nothing has failed where nobody waited any more.
  if (code === 'CANCELLED') span.setAttribute('partner_graphql.outcome', code);
  else if (code !== undefined) markFailed(api, span, code);
  span.end();
}

/** The headers of a span's context; undefined if nothing records and no client has begun a trace. */
export function headersOf(api: Api, span: Span): Record<string, string> | undefined {
  const context = span.spanContext();
  return api.isSpanContextValid(context) ? traceHeaders(context) : undefined;
}

/** Marks a span as failed with an error code of ours. */
export function markFailed(api: Api, span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

type TraceContext = Pick<SpanContext, 'traceId' | 'spanId' | 'traceFlags'>;

/** Characters of a `tracestate` that is passed on (W3C Trace Context, 3.3.1.5). */
const maxStateLength = 512;

/** `traceparent` of W3C Trace Context, version 00; later versions begin alike and may continue after a dash. */
const traceparent = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The context in a `traceparent`; undefined for one that is missing, malformed or all zeros. */
export function readTraceparent(value: string | null | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = traceparent.exec(value ?? '') ?? [];
  if (version === undefined || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

/**
 * The headers of a trace context. Not by a propagator: a configured one would send the client's baggage to the Partner
 * API too (fault catalogue, A12).
 */
function traceHeaders(context: SpanContext): Record<string, string> {
  const flags = (context.traceFlags & 1).toString(16).padStart(2, '0');
  const tracestate = context.traceState?.serialize() ?? '';
  return {
    traceparent: `00-${context.traceId}-${context.spanId}-${flags}`,
    ...(tracestate !== '' && tracestate.length <= maxStateLength && { tracestate }),
  };
}

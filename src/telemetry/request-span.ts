import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, Tracer } from '@opentelemetry/api';
import type { RequestReport } from '../rest/request-report.js';
import { scrub } from '../partner/scrub.js';
import type { Transport } from '../rest/transport/transport.js';
import { readTraceparent, traceHeaders } from './trace-context.js';

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
        const path = scrubPath(request.path, headers['authorization'] ?? '');
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

/** An id in the path is the client's text, which may contain the credential, encoded or not. */
function scrubPath(path: string, authorization: string): string {
  const credential = authorization.replace(/^Bearer /, '');
  return scrub(scrub(path, credential), encodeURIComponent(credential));
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

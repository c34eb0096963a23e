import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, Tracer } from '@opentelemetry/api';
import type { RequestReport } from '../rest/observer.js';
import { scrub } from '../partner/scrub.js';
import type { Transport } from '../rest/transport/transport.js';
import { readTraceparent, traceHeaders } from './trace-context.js';

export type Api = typeof OpenTelemetry;

export interface RequestSpans {
  readonly trace: (transport: Transport) => Transport;
  readonly end: (report: RequestReport) => void;
}

/** Spans of REST requests: opened where the headers are sent, ended where it is known what the answer was. */
export function createRequestSpans(api: Api, tracer: Tracer): RequestSpans {
  // The transport and the report have these two in common; equal ones, if ever, are ended in turn.
  const keyOf = (requestId: string, path: string): string => `${requestId} ${path}`;
  const open = new Map<string, Span[]>();

  const openRequest = (rawPath: string, headers: Readonly<Record<string, string>>): Span => {
    const path = printablePath(rawPath, headers['authorization'] ?? '');
    const place = readTraceparent(headers['traceparent']);
    const root = api.ROOT_CONTEXT;
    const parent = place === undefined ? root : api.trace.setSpanContext(root, place);
    const attributes = { 'http.request.method': 'GET', 'url.path': path };
    const span = tracer.startSpan('partner request', { kind: api.SpanKind.CLIENT, attributes }, parent);
    const key = keyOf(headers['x-request-id'] ?? '', path);
    open.set(key, [...(open.get(key) ?? []), span]);
    return span;
  };

  const close = ({ requestId, path }: RequestReport): Span | undefined => {
    const key = keyOf(requestId, path);
    const [span, ...others] = open.get(key) ?? [];
    if (others.length === 0) open.delete(key);
    else open.set(key, others);
    return span;
  };

  return {
    trace(transport) {
      const traced: Transport = (request) => {
        const span = openRequest(request.path, request.headers);
        return transport({ ...request, headers: { ...request.headers, ...headersOf(api, span) } });
      };
      return Object.assign(traced, { close: async () => transport.close?.() });
    },
    end(report) {
      const span = close(report);
      if (span === undefined) return;
      const { endpoint: operation, status, code, attempt, upstreamRequestId } = report;
      span.updateName(operation.id);
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (attempt > 1) span.setAttribute('http.request.resend_count', attempt - 1);
      if (upstreamRequestId !== undefined)
        span.setAttribute('partner_graphql.upstream_request_id', upstreamRequestId);
      if (code !== undefined) fail(api, span, code);
      span.end();
    },
  };
}

/** An id is the client's text, and nobody hinders it from being the credential, encoded or not. */
function printablePath(path: string, authorization: string): string {
  const credential = authorization.replace(/^Bearer /, '');
  return scrub(scrub(path, credential), encodeURIComponent(credential));
}

/** What carries the span's place in its trace; undefined where nobody records and no client began a trace. */
export function headersOf(api: Api, span: Span): Record<string, string> | undefined {
  const context = span.spanContext();
  return api.isSpanContextValid(context) ? traceHeaders(context) : undefined;
}

/** Marks a span as failed for a reason that is an error code of ours. */
export function fail(api: Api, span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

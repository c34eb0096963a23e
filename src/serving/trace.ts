import { createRequire } from 'node:module';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { RequestReport } from '../rest/client.js';
import { scrub } from '../rest/scrub.js';
import type { Transport } from '../rest/transport.js';
import type { Observer, OperationReport } from './observer.js';
import { readTraceparent, traceHeaders } from './trace-context.js';

type Api = typeof OpenTelemetry;

/** Traces: a span for each operation, and below it one for each REST request. */
export interface Tracing {
  readonly observer: Observer;
  /** Opens a span for each request that is carried, and sends its place in the trace along. */
  readonly trace: (transport: Transport) => Transport;
  /** Runs what serves an HTTP request inside the trace that its client names. */
  readonly within: <T>(headers: Headers, run: () => T) => T;
}

/**
 * Loads the API of OpenTelemetry, which is no dependency of ours, and makes the spans. Where they go is told by the SDK
 * that the process has registered; without one, the client's trace context is handed on and nothing is recorded.
 *
 * @throws Error where `@opentelemetry/api` is not installed
 */
export function openTracing(load: () => Api = loadApi): Tracing {
  const api = load();
  const tracer = api.trace.getTracer('partner-graphql');
  const requests = createRequestSpans(api, tracer);
  return {
    observer: {
      wire: {
        requestStarted: () => undefined,
        requestEnded: requests.end,
        driftFound: () => undefined,
      },
      operationStarted(requestId) {
        const span = openOperation(api, tracer, requestId);
        return { headers: headersOf(api, span), ended: (report) => endOperation(api, span, report) };
      },
      httpEnded: () => undefined,
    },
    trace: requests.trace,
    within(headers, run) {
      const active = api.context.active();
      // Where node:http is instrumented, the span of the HTTP request already stands below the client's.
      const parent = api.trace.getSpan(active) === undefined ? contextOf(api, headers) : undefined;
      return parent === undefined ? run() : api.context.with(api.trace.setSpanContext(active, parent), run);
    },
  };
}

function loadApi(): Api {
  try {
    // The package's declarations describe what its CommonJS entry exports.
    return createRequire(import.meta.url)('@opentelemetry/api') as Api;
  } catch (cause) {
    throw new Error('TRACING is true, and the package @opentelemetry/api is not installed.', { cause });
  }
}

function contextOf(api: Api, headers: Headers): SpanContext | undefined {
  const place = readTraceparent(headers.get('traceparent'));
  if (place === undefined) return undefined;
  const state = headers.get('tracestate');
  return { ...place, isRemote: true, ...(state !== null && { traceState: api.createTraceState(state) }) };
}

function headersOf(api: Api, span: Span): Record<string, string> | undefined {
  const context = span.spanContext();
  return api.isSpanContextValid(context) ? traceHeaders(context) : undefined;
}

function openOperation(api: Api, tracer: Tracer, requestId: string): Span {
  const parent = api.trace.getSpanContext(api.context.active());
  const isEntry = parent === undefined || parent.isRemote === true;
  const kind = isEntry ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
  return tracer.startSpan('graphql', { kind, attributes: { 'partner_graphql.request_id': requestId } });
}

function endOperation(api: Api, span: Span, { name, outcome, cost, codes }: OperationReport): void {
  span.updateName(name === undefined || name === '' ? 'graphql' : `query ${name}`);
  if (name !== undefined && name !== '') span.setAttribute('graphql.operation.name', name);
  span.setAttribute('partner_graphql.outcome', outcome);
  span.setAttribute('partner_graphql.upstream_requests', cost?.requests ?? 0);
  if (codes.size > 0) span.setAttribute('partner_graphql.error_codes', [...codes.keys()]);
  const fault = [...codes.keys()].find(isFault);
  if (fault !== undefined) fail(api, span, fault);
  span.end();
}

/** What is not the client's doing. */
const isFault = (code: string): boolean => code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

function fail(api: Api, span: Span, code: string): void {
  span.setAttribute('error.type', code);
  span.setStatus({ code: api.SpanStatusCode.ERROR });
}

interface RequestSpans {
  readonly trace: (transport: Transport) => Transport;
  readonly end: (report: RequestReport) => void;
}

/** Spans of REST requests: opened where the headers are sent, ended where it is known what the answer was. */
function createRequestSpans(api: Api, tracer: Tracer): RequestSpans {
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
      const traced: Transport = ({ path, headers }) => {
        const span = openRequest(path, headers);
        return transport({ path, headers: { ...headers, ...headersOf(api, span) } });
      };
      return Object.assign(traced, { close: async () => transport.close?.() });
    },
    end(report) {
      const span = close(report);
      if (span === undefined) return;
      const { operation, status, code, attempt, upstreamRequestId } = report;
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

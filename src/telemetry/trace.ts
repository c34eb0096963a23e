import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type { Span, SpanContext, Tracer, TracerProvider } from '@opentelemetry/api';
import type { Observer, OperationReport, Within } from '../operation/observer.js';
import { type Api, createRequestSpans, headersOf, markFailed, readTraceparent } from './request-span.js';

/**
 * Traces: a span for each operation, and below it one for each REST request. They have the names and attributes of
 * OpenTelemetry's semantic conventions for GraphQL servers and HTTP clients, and ours begin with `partner_graphql.`; the text
 * of a document is none. The SDK that the process has registered exports the spans; without one, the client's trace context
 * is passed on and nothing is recorded.
 *
 * @param baseUrl {base_url} of the Partner API
 */
export function openTracing(baseUrl: string) {
  // Loaded only with tracing. The package's declarations describe the exports of its CommonJS entry.
  const api = createRequire(import.meta.url)('@opentelemetry/api') as Api;
  const tracer = api.trace.getTracer('partner-graphql');
  const requests = createRequestSpans(api, tracer, baseUrl);
  const observer: Observer = {
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
  };
  const within: Within = (header, run) => {
    const active = api.context.active();
    // If node:http is instrumented, the span of the HTTP request already has the client's as its parent.
    const parent = api.trace.getSpan(active) === undefined ? contextOf(api, header) : undefined;
    return parent === undefined ? run() : api.context.with(api.trace.setSpanContext(active, parent), run);
  };
  return {
    /** Whether the process has registered an SDK; without one nothing is recorded. */
    hasSdk: hasSdk(api),
    observer,
    /** Opens a span for each REST request and sends its context along. */
    trace: requests.trace,
    within,
    /** Makes the SDK send the spans that it has collected; returns after two seconds at the latest, and never rejects. */
    flush: () => flush(api),
  };
}

/** Milliseconds. A collector that is away must not hold up the end of the process. */
const flushTimeoutMs = 2000;

/** The process ends after a drain, and spans that wait for their batch would be lost. */
async function flush({ trace, ProxyTracerProvider }: Api): Promise<void> {
  const registered = trace.getTracerProvider();
  // The API has no such method; the providers of the SDK do.
  const provider: TracerProvider & { readonly forceFlush?: () => Promise<void> } =
    registered instanceof ProxyTracerProvider ? registered.getDelegate() : registered;
  const flushed = provider.forceFlush?.().catch(() => undefined);
  if (flushed !== undefined) await Promise.race([flushed, delay(flushTimeoutMs, undefined, { ref: false })]);
}

/** Without an SDK, the API's proxy still has its initial delegate, which records nothing. */
function hasSdk({ trace, ProxyTracerProvider }: Api): boolean {
  const provider = trace.getTracerProvider();
  const inactive = new ProxyTracerProvider().getDelegate();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== inactive;
}

function contextOf(api: Api, header: Parameters<Within>[0]): SpanContext | undefined {
  const context = readTraceparent(header('traceparent'));
  if (context === undefined) return undefined;
  const state = header('tracestate');
  return { ...context, isRemote: true, ...(state != null && { traceState: api.createTraceState(state) }) };
}

function openOperation(api: Api, tracer: Tracer, requestId: string): Span {
  const parent = api.trace.getSpanContext(api.context.active());
  const isEntry = parent === undefined || parent.isRemote === true;
  const kind = isEntry ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
  return tracer.startSpan(unknownOperation, {
    kind,
    attributes: { 'partner_graphql.request_id': requestId },
  });
}

/** As the conventions name it. */
const unknownOperation = 'GraphQL Operation';

/** The name of a span includes that of the operation: the conventions leave it to the server, as clients choose it. */
function endOperation(api: Api, span: Span, { name, type, outcome, cost, codes }: OperationReport): void {
  if (type !== undefined) {
    span.updateName(name === undefined || name === '' ? type : `${type} ${name}`);
    span.setAttribute('graphql.operation.type', type);
  }
  if (name !== undefined && name !== '') span.setAttribute('graphql.operation.name', name);
  span.setAttribute('partner_graphql.outcome', outcome);
  span.setAttribute('partner_graphql.upstream_requests', cost?.requests ?? 0);
  if (codes.size > 0) span.setAttribute('partner_graphql.error_codes', [...codes.keys()]);
  const fault = [...codes.keys()].find(isFault);
  if (fault !== undefined) markFailed(api, span, fault);
  span.end();
}

/** Faults of the façade or of the Partner API, not of the client. */
const isFault = (code: string): boolean => code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

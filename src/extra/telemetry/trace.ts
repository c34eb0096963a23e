import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Span, SpanContext, TracerProvider } from '@opentelemetry/api';
import type { OperationFollower, OperationReport, Within } from '../../operation/observer.js';
import { scrubPath } from '../../partner/scrub.js';
import type { RequestReport } from '../../rest/request-report.js';
import type { RestRequest } from '../../rest/transport/transport.js';

/** Milliseconds. A collector that is away must not hold up the end of the process. */
const flushTimeoutMs = 2000;

/** As the conventions name it. */
const unknownOperation = 'GraphQL Operation';

/**
 * A span for each operation, and below it one for each REST request, named by OpenTelemetry's
 * semantic conventions for GraphQL servers and HTTP clients; our attributes begin with
 * `partner_graphql.`. The SDK that the process has registered exports the spans; without one, the
 * client's trace context is passed on and nothing is recorded.
 */
export class Tracing {
  // Loaded only with tracing. The package's declarations describe the exports of its CommonJS
  // entry.
  private readonly api = createRequire(import.meta.url)(
    '@opentelemetry/api',
  ) as typeof OpenTelemetry;
  private readonly tracer = this.api.trace.getTracer('partner-graphql');
  private readonly origin: string;
  /** Of the path of each REST request. */
  private readonly prefix: string;
  private readonly attributes: OpenTelemetry.Attributes;

  /** @param baseUrl {base_url} of the Partner API */
  constructor(baseUrl: string) {
    const { origin, pathname, hostname, port, protocol } = new URL(baseUrl);
    this.origin = origin;
    this.prefix = pathname.replace(/(?<!\/)\/+$/, '');
    const usualPort = protocol === 'https:' ? 443 : 80;
    this.attributes = {
      'http.request.method': 'GET',
      // Without the brackets of an IPv6 address.
      'server.address': hostname.replace(/^\[|\]$/g, ''),
      'server.port': port === '' ? usualPort : Number(port),
    };
  }

  /**
   * Whether the process has registered an SDK: without one, the API's proxy still has its initial
   * delegate.
   */
  get hasSdk(): boolean {
    const { ProxyTracerProvider } = this.api;
    return this.provider() !== new ProxyTracerProvider().getDelegate();
  }

  readonly within: Within = (header, run) => {
    const { api } = this;
    const active = api.context.active();
    const context = readTraceparent(header('traceparent'));
    // If node:http is instrumented, the span of the HTTP request already has the client's as its
    // parent.
    if (context === undefined || api.trace.getSpan(active) !== undefined) return run();
    const state = header('tracestate');
    const traceState = state == null ? {} : { traceState: api.createTraceState(state) };
    const parent: SpanContext = { ...context, isRemote: true, ...traceState };
    return api.context.with(api.trace.setSpanContext(active, parent), run);
  };

  startOperation(requestId: string): Omit<OperationFollower, 'sentAgain'> {
    const { api } = this;
    const parent = api.trace.getSpanContext(api.context.active());
    const isEntry = parent === undefined || parent.isRemote === true;
    const kind = isEntry ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
    const attributes = { 'partner_graphql.request_id': requestId };
    const span = this.tracer.startSpan(unknownOperation, { kind, attributes });
    return { headers: this.headersOf(span), ended: (report) => this.endOperation(span, report) };
  }

  /** Opens a span for a REST request, and sends its context along. @returns how to end it */
  startRequest({ path, headers }: RestRequest): (report: RequestReport) => void {
    const { api, origin, prefix } = this;
    const context = readTraceparent(headers['traceparent']);
    const root = api.ROOT_CONTEXT;
    const parent = context === undefined ? root : api.trace.setSpanContext(root, context);
    const credential = (headers['authorization'] ?? '').replace(/^Bearer /, '');
    const attributes = {
      ...this.attributes,
      'url.full': origin + prefix + scrubPath(path, credential),
    };
    const span = this.tracer.startSpan('GET', { kind: api.SpanKind.CLIENT, attributes }, parent);
    Object.assign(headers, this.headersOf(span));
    return (report) => this.endRequest(span, report);
  }

  /** Makes the SDK send what waits for its batch: the process ends after a drain. Never rejects. */
  async flush(): Promise<void> {
    // The API has no such method; the providers of the SDK do.
    const provider: TracerProvider & { readonly forceFlush?: () => Promise<void> } =
      this.provider();
    const flushed = provider.forceFlush?.().catch(() => undefined);
    if (flushed !== undefined) {
      await Promise.race([flushed, delay(flushTimeoutMs, undefined, { ref: false })]);
    }
  }

  private provider(): TracerProvider {
    const { trace, ProxyTracerProvider } = this.api;
    const registered = trace.getTracerProvider();
    return registered instanceof ProxyTracerProvider ? registered.getDelegate() : registered;
  }

  /**
   * The name of a span includes that of the operation: the conventions leave it to the server, as
   * clients choose it.
   */
  private endOperation(span: Span, { name, type, outcome, cost, errors }: OperationReport): void {
    const codes = [...errors.codes.keys()];
    if (type !== undefined) {
      span.updateName(name === undefined || name === '' ? type : `${type} ${name}`);
      span.setAttribute('graphql.operation.type', type);
    }
    if (name !== undefined && name !== '') span.setAttribute('graphql.operation.name', name);
    span.setAttribute('partner_graphql.outcome', outcome);
    span.setAttribute('partner_graphql.upstream_requests', cost?.requests ?? 0);
    if (codes.length > 0) span.setAttribute('partner_graphql.error_codes', codes);
    const fault = codes.find(isFault);
    if (fault !== undefined) this.markFailed(span, fault);
    span.end();
  }

  private endRequest(span: Span, report: RequestReport): void {
    const { endpoint, status, code, attempt, upstreamRequestId } = report;
    const template = this.prefix + endpoint.path;
    span.updateName(`GET ${template}`);
    span.setAttribute('url.template', template);
    if (status !== undefined) span.setAttribute('http.response.status_code', status);
    if (attempt > 1) span.setAttribute('http.request.resend_count', attempt - 1);
    if (upstreamRequestId !== undefined) {
      span.setAttribute('partner_graphql.upstream_request_id', upstreamRequestId);
    }
    // Nothing has failed where nobody waited any more.
    if (code === 'CANCELLED') span.setAttribute('partner_graphql.outcome', code);
    else if (code !== undefined) this.markFailed(span, code);
    span.end();
  }

  private markFailed(span: Span, code: string): void {
    span.setAttribute('error.type', code);
    span.setStatus({ code: this.api.SpanStatusCode.ERROR });
  }

  /**
   * Not by a propagator: a configured one would send the client's baggage upstream too (fault
   * catalogue, A12).
   */
  private headersOf(span: Span): Record<string, string> | undefined {
    const context = span.spanContext();
    if (!this.api.isSpanContextValid(context)) return undefined;
    const flags = (context.traceFlags & 1).toString(16).padStart(2, '0');
    const tracestate = context.traceState?.serialize() ?? '';
    return {
      traceparent: `00-${context.traceId}-${context.spanId}-${flags}`,
      ...(tracestate !== '' && tracestate.length <= maxStateLength && { tracestate }),
    };
  }
}

/** Faults of the façade or of the Partner API, not of the client. */
const isFault = (code: string): boolean =>
  code === 'INTERNAL_SERVER_ERROR' || code.startsWith('UPSTREAM_');

/** Characters of a `tracestate` that is passed on (W3C Trace Context, 3.3.1.5). */
const maxStateLength = 512;

/**
 * `traceparent` of W3C Trace Context, version 00; later versions begin alike and may continue after
 * a dash.
 */
const traceparent =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The context in a `traceparent`; undefined for one that is missing, malformed or all zeros. */
export function readTraceparent(
  value: string | null | undefined,
): Pick<SpanContext, 'traceId' | 'spanId' | 'traceFlags'> | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    traceparent.exec(value ?? '') ?? [];
  if (version === undefined) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}

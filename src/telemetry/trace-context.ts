import type { SpanContext } from '@opentelemetry/api';

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
export function traceHeaders(context: SpanContext): Record<string, string> {
  const flags = (context.traceFlags & 1).toString(16).padStart(2, '0');
  const tracestate = context.traceState?.serialize() ?? '';
  return {
    traceparent: `00-${context.traceId}-${context.spanId}-${flags}`,
    ...(tracestate !== '' && tracestate.length <= maxStateLength && { tracestate }),
  };
}

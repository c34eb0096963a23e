import { type Logger, pino } from 'pino';
import type { Drift } from '../partner/drift.js';
import type { RequestReport, WireObserver } from '../rest/client.js';
import type { AnyOperation } from '../rest/read-answer.js';

export type { Logger };

/**
 * The log. Only fields that are named here are ever logged: pino's redaction hides paths that one thought of, not
 * secrets. Errors that cannot be named are told with their stack, which holds none of the request.
 */
export function createLogger(level: string): Logger {
  return pino({ level, base: null });
}

/** Tells the log of the wire: a request at `debug`, drift from the contract once for each field. */
export function logWire(logger: Logger): WireObserver {
  const told = new Set<string>();
  return {
    requestStarted: () => undefined,
    requestEnded(report) {
      if (logger.isLevelEnabled('debug')) logger.debug(fieldsOf(report), 'partner request');
    },
    driftFound(operation: AnyOperation, { kind, field }: Drift) {
      const key = `${operation.id} ${kind} ${field}`;
      // An upstream could invent fields without end; after so many the log has told enough.
      if (told.has(key) || told.size >= 1000) return;
      told.add(key);
      logger.warn({ operation: operation.id, kind, field }, 'the Partner API has grown beyond the contract');
    },
  };
}

function fieldsOf({
  operation,
  path,
  attempt,
  status,
  code,
  upstreamRequestId,
  requestId,
  milliseconds,
}: RequestReport) {
  return {
    requestId,
    operation: operation.id,
    path,
    attempt,
    status,
    code,
    upstreamRequestId,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

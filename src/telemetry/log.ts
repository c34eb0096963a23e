import { pino } from 'pino';
import type { RequestReport } from '../rest/observer.js';
import { scrub } from '../partner/scrub.js';
import { createLogOutput } from './log-output.js';
import type { HttpReport, Observer, OperationReport } from '../operation/observer.js';

/** The methods of pino's logger that are used; another logger with these methods fits too. */
export interface Logger {
  readonly isLevelEnabled: (level: 'debug' | 'info') => boolean;
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

/** Writes one line. */
type Log = (fields: object, message: string) => void;

/**
 * The log: one JSON object per line. Only the fields that are named here are logged, since pino's redaction hides known
 * paths, not secrets. Unexpected errors are logged with their stack, which contains nothing of the request.
 */
export function createLogger(level: string): Logger {
  // By name: a pipeline of another language does not know pino's numbers.
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, formatters }, createLogOutput());
}

/** Logs operations at `info`, REST and HTTP requests at `debug`, and each fault of the Partner API once at `warn`. */
export function observeInLog(logger: Logger): Observer {
  const isNew = createSeenFilter();
  return {
    wire: {
      requestStarted: () => undefined,
      requestEnded(report) {
        if (logger.isLevelEnabled('debug')) logger.debug(requestFields(report), 'partner request');
        if (report.code === 'HTTPS_REQUIRED' && isNew(report.code))
          logger.warn({}, 'the Partner API demands HTTPS: PARTNER_API_URL must begin with https:');
      },
      driftFound(operation, { kind, field }) {
        if (!isNew(`${operation.id} ${kind} ${field}`)) return;
        logger.warn(
          { operation: operation.id, kind, field },
          kind === 'contradictory total'
            ? 'the Partner API contradicts itself'
            : 'the Partner API has grown beyond the contract',
        );
      },
    },
    operationStarted: () => ({
      ended(report) {
        if (logger.isLevelEnabled('info')) logger.info(operationFields(report), 'operation');
        for (const breach of report.breaches)
          if (isNew(breach)) logger.warn({ requestId: report.requestId, breach }, 'the contract is broken');
      },
    }),
    httpEnded(report) {
      if (logger.isLevelEnabled('debug')) logger.debug(httpFields(report), 'request');
    },
  };
}

/** Faults that are remembered; an upstream could invent fields without end, and later ones are not logged. */
const maxSeen = 1000;

function createSeenFilter(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text) || seen.size >= maxSeen) return false;
    seen.add(text);
    return true;
  };
}

const operationFields = (report: OperationReport) => ({
  requestId: report.requestId,
  ...(report.traceId !== undefined && { traceId: report.traceId }),
  ...(report.name !== undefined && report.name !== '' && { name: report.name }),
  outcome: report.outcome,
  milliseconds: rounded(report.milliseconds),
  requests: report.cost?.requests ?? 0,
  ...(report.codes.size > 0 && { codes: Object.fromEntries(report.codes) }),
  ...(report.upstreamRequestIds.length > 0 && { upstreamRequestIds: report.upstreamRequestIds }),
});

const requestFields = (report: RequestReport) => ({
  requestId: report.requestId,
  operation: report.endpoint.id,
  path: report.path,
  attempt: report.attempt,
  status: report.status,
  code: report.code,
  upstreamRequestId: report.upstreamRequestId,
  milliseconds: rounded(report.milliseconds),
});

const httpFields = ({ requestId, path, status, milliseconds }: HttpReport) => ({
  requestId,
  path,
  status,
  milliseconds: rounded(milliseconds),
});

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Logs an unexpected error under the id in the client's response. */
export function logUnexpected(logger: Logger, error: unknown, requestId: string, credential = ''): void {
  logger.error({ requestId, error: scrub(describe(error), credential) }, 'unexpected error');
}

/** Only stacks: other properties of an error may contain anything, even headers. */
function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined || depth > 2
    ? stack
    : `${stack}\ncaused by: ${describe(error.cause, depth + 1)}`;
}

import { pino } from 'pino';
import type { RequestReport } from '../rest/observer.js';
import { scrub } from '../partner/scrub.js';
import { createLogOutput } from './log-output.js';
import type { Logger } from './logger.js';
import type { HttpReport, Observer, OperationReport } from '../operation/observer.js';

/**
 * The log, a JSON line each. Only fields that are named here are ever logged: pino's redaction hides paths that one
 * thought of, not secrets. Errors that cannot be named are told with their stack, which holds none of the request.
 */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, createLogOutput());
}

/**
 * Tells the log: an operation at `info`; a REST request and an HTTP request at `debug`; what is wrong with the
 * Partner API at `warn`, each thing once.
 */
export function observeInLog(logger: Logger): Observer {
  const isNew = createOnce();
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

/** Things that are remembered as told; an upstream could invent fields without end, and then enough is told. */
const maxRemembered = 1000;

function createOnce(): (thing: string) => boolean {
  const told = new Set<string>();
  return (thing) => {
    if (told.has(thing) || told.size >= maxRemembered) return false;
    told.add(thing);
    return true;
  };
}

function operationFields(report: OperationReport) {
  const { requestId, traceId, name, outcome, milliseconds, cost, codes, upstreamRequestIds } = report;
  return {
    requestId,
    ...(traceId !== undefined && { traceId }),
    ...(name !== undefined && name !== '' && { name }),
    outcome,
    milliseconds: rounded(milliseconds),
    requests: cost?.requests ?? 0,
    ...(codes.size > 0 && { codes: Object.fromEntries(codes) }),
    ...(upstreamRequestIds.length > 0 && { upstreamRequestIds }),
  };
}

function requestFields(report: RequestReport) {
  const {
    endpoint: operation,
    path,
    attempt,
    status,
    code,
    upstreamRequestId,
    requestId,
    milliseconds,
  } = report;
  return {
    requestId,
    operation: operation.id,
    path,
    attempt,
    status,
    code,
    upstreamRequestId,
    milliseconds: rounded(milliseconds),
  };
}

const httpFields = ({ requestId, path, status, milliseconds }: HttpReport) => ({
  requestId,
  path,
  status,
  milliseconds: rounded(milliseconds),
});

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** An error that cannot be named, under the id that the client is told. */
export function logUnexpected(logger: Logger, error: unknown, requestId: string, credential = ''): void {
  logger.error({ requestId, error: scrub(describe(error), credential) }, 'unexpected error');
}

/** Stacks alone: other properties of an error may hold anything, headers too. */
function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined || depth > 2
    ? stack
    : `${stack}\ncaused by: ${describe(error.cause, depth + 1)}`;
}

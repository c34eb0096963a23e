import { type DestinationStream, pino } from 'pino';
import type { Drift } from '../../partner/drift.js';
import { type Endpoint, namesNoRecord } from '../../partner/endpoint.js';
import type { ConnectionFault, FailureCause, RequestReport } from '../../rest/request-report.js';
import { scrub } from '../../partner/scrub.js';
import type { HttpReport, OperationReport } from '../../operation/observer.js';

/** The status of a response to a client that does not come over HTTPS, and of no other. */
export const httpsRequired = 426;

/** The methods of pino's logger that are used; another logger with these methods fits too. */
export interface Logger {
  readonly isLevelEnabled: (level: 'debug' | 'info') => boolean;
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

type Log = (fields: object, message: string) => void;

/**
 * One JSON object per line, of fields that are named in this file: pino's redaction hides known
 * paths, not secrets.
 */
export function createLogger(level: string): Logger {
  // By name: a pipeline of another language does not know pino's numbers.
  const formatters = { level: (label: string) => ({ level: label }) };
  return pino({ level, base: null, formatters }, createLogOutput());
}

/**
 * Logs operations at `info`, REST and HTTP requests at `debug`, and each fault of the Partner API
 * once at `warn`.
 */
export class EventLog {
  private readonly seen = new Set<string>();

  constructor(private readonly logger: Logger) {}

  requestEnded(report: RequestReport): void {
    const { logger } = this;
    if (logger.isLevelEnabled('debug')) logger.debug(requestFields(report), 'partner request');
    const fault = addressFault(report);
    if (fault !== undefined && this.isNew(fault.message)) logger.warn(fault.fields, fault.message);
  }

  driftFound({ id }: Endpoint, { kind, field }: Drift): void {
    if (!this.isNew(`${id} ${kind} ${field}`)) return;
    const message =
      kind === 'contradictory total'
        ? 'the Partner API contradicts itself'
        : 'the Partner API has grown beyond the contract';
    this.logger.warn({ operation: id, kind, field }, message);
  }

  operationEnded(report: OperationReport): void {
    const { logger } = this;
    if (logger.isLevelEnabled('info')) logger.info(operationFields(report), 'operation');
    for (const breach of report.errors.breaches) {
      if (this.isNew(breach)) {
        logger.warn({ requestId: report.requestId, breach }, 'the contract is broken');
      }
    }
  }

  httpEnded({ requestId, path, status, milliseconds }: HttpReport): void {
    if (this.logger.isLevelEnabled('debug')) {
      this.logger.debug(
        { requestId, path, status, milliseconds: rounded(milliseconds) },
        'request',
      );
    }
    if (status === httpsRequired && this.isNew(withoutHttps)) {
      this.logger.warn({ requestId }, withoutHttps);
    }
  }

  /** @param requestId the id in the client's response */
  failed(error: unknown, requestId: string, credential = ''): void {
    this.logger.error({ requestId, error: scrub(describe(error), credential) }, 'unexpected error');
  }

  private isNew(text: string): boolean {
    const { seen } = this;
    if (seen.has(text) || seen.size >= maxSeen) return false;
    seen.add(text);
    return true;
  }
}

/**
 * What an operator has to correct where a proxy ends TLS; a client that is wrong hears it in its
 * response.
 */
const withoutHttps =
  'requests without HTTPS are refused with 426: behind a proxy that ends TLS set TRUST_PROXY=true, and let the proxy set X-Forwarded-Proto: https';

/**
 * Faults that are remembered; an upstream could invent fields without end, and later ones are not
 * logged.
 */
const maxSeen = 1000;

/** What a request says about PARTNER_API_URL, where an operator has to correct it. */
function addressFault({ code, cause, endpoint }: RequestReport) {
  if (code === 'HTTPS_REQUIRED') {
    return {
      fields: {},
      message: 'the Partner API demands HTTPS: PARTNER_API_URL must begin with https:',
    };
  }
  if (code === 'NOT_FOUND' && namesNoRecord(endpoint)) {
    return {
      fields: { operation: endpoint.id },
      message: 'no Partner API responds: check PARTNER_API_URL',
    };
  }
  const why = cause === undefined ? undefined : connectionFaults[cause];
  if (why === undefined) return undefined;
  return { fields: { cause }, message: `the Partner API cannot be reached: ${why}` };
}

/** Those that a wrong address, or a network that lets nothing through, may be the reason of. */
const connectionFaults: Partial<Record<FailureCause, string>> = {
  dns: 'the name in PARTNER_API_URL does not resolve',
  refused: 'nothing listens at the address and port of PARTNER_API_URL',
  unreachable: 'no route leads to the address of PARTNER_API_URL',
  connect_timeout: 'no connection to PARTNER_API_URL opens in time; a firewall may drop it',
  proxy: 'the proxy cannot be reached, or does not connect to PARTNER_API_URL',
  tls: 'TLS fails at PARTNER_API_URL: its certificate is not trusted, or it does not speak TLS',
};

/** @param found why no connection opened at the start */
export function reportConnection(
  logger: Pick<Logger, 'info' | 'warn'>,
  partnerApiUrl: string,
  found: ConnectionFault | undefined,
): void {
  const { origin } = new URL(partnerApiUrl);
  if (found === undefined) {
    logger.info({ origin }, 'the Partner API can be reached');
  } else {
    const why = connectionFaults[found.cause] ?? 'the connection to PARTNER_API_URL breaks off';
    logger.warn({ origin, ...found }, `the Partner API cannot be reached: ${why}`);
  }
}

const operationFields = (report: OperationReport) => ({
  requestId: report.requestId,
  ...(report.traceId !== undefined && { traceId: report.traceId }),
  ...(report.name !== undefined && report.name !== '' && { name: report.name }),
  ...(report.client !== undefined && { client: report.client }),
  ...(report.tenant !== undefined && { credential: report.tenant.label }),
  outcome: report.outcome,
  milliseconds: rounded(report.milliseconds),
  requests: report.cost?.requests ?? 0,
  ...(report.errors.codes.size > 0 && { codes: Object.fromEntries(report.errors.codes) }),
  ...(report.errors.upstreamRequestIds.size > 0 && {
    upstreamRequestIds: [...report.errors.upstreamRequestIds],
  }),
});

const requestFields = (report: RequestReport) => ({
  requestId: report.requestId,
  operation: report.endpoint.id,
  path: report.path,
  attempt: report.attempt,
  status: report.status,
  code: report.code,
  ...(report.cause !== undefined && { cause: report.cause }),
  upstreamRequestId: report.upstreamRequestId,
  milliseconds: rounded(report.milliseconds),
});

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** Only stacks: other properties of an error may contain anything, even headers. */
function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  if (error.cause === undefined || depth > 2) return stack;
  return `${stack}\ncaused by: ${describe(error.cause, depth + 1)}`;
}

/**
 * Bytes of lines that wait for a slow reader, some thousands of lines. Further lines are dropped.
 */
const maxPendingBytes = 2 ** 20;

/**
 * Bytes that a pipe accepts in one piece (PIPE_BUF), so that the lines of several workers do not
 * mix.
 */
const maxWriteBytes = 4096;

/** Milliseconds until a full pipe is tried again. */
const retryDelayMs = 100;

/**
 * Standard output. Serving never waits for the reader: lines for a slow one wait in memory up to a
 * bound, and lines for one that has left are lost. Each is written at once: at exit, pino's default
 * destination retries without end to flush the rest, so without a reader the process would never
 * end.
 */
function createLogOutput(): DestinationStream {
  const output = pino.destination({
    // Access to `process.stdout` makes a pipe non-blocking: it rejects what it cannot take, and no
    // write waits.
    dest: process.stdout.fd,
    sync: true,
    maxLength: maxPendingBytes,
    maxWrite: maxWriteBytes,
    // The default retries at once, which blocks the event loop until the reader has read.
    retryEAGAIN: () => false,
  });
  let isRetrying = false;
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN' || isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      // Writes the pending lines.
      output.write('');
    }, retryDelayMs).unref();
  });
  return output;
}

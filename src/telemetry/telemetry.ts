import type { Registry } from 'prom-client';
import type { Settings } from '../config.js';
import type { FleetObserver } from '../fleet/store.js';
import { ManifestError } from '../operation/documents/trusted-document.js';
import { observeAll } from '../operation/observer.js';
import { createLogger, type Logger, logUnexpected, observeInLog } from './log.js';
import { createMetrics } from './metric.js';
import { openTracing } from './trace.js';

export interface TelemetryParts {
  /** In place of pino. */
  readonly logger: Logger | undefined;
  /** In place of a new one. */
  readonly registry: Registry | undefined;
  /** REST requests that wait for a connection now. */
  readonly waitingRequests: () => number;
}

export type Telemetry = ReturnType<typeof openTelemetry>;

/** Log, metrics and traces of one façade. */
export function openTelemetry(
  settings: Pick<Settings, 'LOG_LEVEL' | 'TRACING' | 'PARTNER_API_URL'>,
  { logger = createLogger(settings.LOG_LEVEL), registry, waitingRequests }: TelemetryParts,
) {
  const metrics = createMetrics(waitingRequests, registry);
  const tracing = settings.TRACING ? openTracing(settings.PARTNER_API_URL ?? '') : undefined;
  const observers = [metrics.observer, observeInLog(logger)];
  return {
    observer: observeAll(tracing === undefined ? observers : [tracing.observer, ...observers]),
    live: metrics.live,
    fleet: () => logChanges(metrics.fleet(), logger),
    metrics: metrics.read,
    logger,
    /** Undefined if it is switched off. */
    tracing,
    /** A manifest has changed. @param fault why it cannot be used: the old documents are served on */
    reloaded: (file: string, fault?: Error): void => {
      metrics.reloaded(fault === undefined ? 'ok' : 'failed');
      if (fault === undefined) logger.info({ file }, 'the trusted documents have been read again');
      else
        logger.error(
          {
            file,
            ...(fault instanceof ManifestError && fault.id !== undefined && { documentId: fault.id }),
            fault: fault instanceof ManifestError ? `it must be ${fault.message}` : String(fault),
          },
          'the trusted documents cannot be used: the ones before are served',
        );
    },
    /** Logs an unexpected error without the credential. */
    failed: (error: unknown, requestId: string, credential?: string): void =>
      logUnexpected(logger, error, requestId, credential),
  };
}

/** An operator may wonder why sharing has ended. */
const logChanges = (observer: FleetObserver, logger: Logger): FleetObserver => ({
  ...observer,
  changed(isUp) {
    observer.changed(isUp);
    if (isUp) logger.info({}, 'the shared store is in use');
    else logger.warn({}, 'the shared store is unreachable: this process works alone');
  },
});

/** Warns of settings with which the façade runs, but perhaps not as the operator expects. */
export function reportAtStart(
  { NODE_ENV, CACHE, UNCHANGED_MAX_BYTES }: Settings,
  { logger, tracing }: Telemetry,
): void {
  if (!['', 'production', 'development', 'test'].includes(NODE_ENV))
    logger.warn(
      { NODE_ENV: NODE_ENV.slice(0, 200) },
      'NODE_ENV is unknown: the rules of production do not apply; set production, development or test',
    );
  if (CACHE === 'memory')
    logger.warn({}, 'CACHE=memory is deprecated and the same as off: responses are kept for max-age anyway');
  if (UNCHANGED_MAX_BYTES !== undefined)
    logger.warn({}, 'UNCHANGED_MAX_BYTES is deprecated: CACHE_MAX_BYTES bounds all responses that are kept');
  if (tracing?.hasSdk === false)
    logger.warn(
      {},
      'TRACING is true, and no OpenTelemetry SDK is registered: nothing is recorded; register one with node --import',
    );
}

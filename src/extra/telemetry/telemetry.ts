/** Log, metrics and traces (docs/operation.md). */
import type { Registry } from 'prom-client';
import type { Settings } from '../../config.js';
import { demoEnvironments } from '../../setting-value.js';
import { ManifestError } from '../../document/manifest-error.js';
import { reportRoute, type Route } from '../../http/route.js';
import type { Observer } from '../../operation/observer.js';
import type { RequestReport } from '../../rest/request-report.js';
import { chooseProxy } from '../../rest/transport/proxy.js';
import { createLogger, EventLog, type Logger } from './log.js';
import { Metrics } from './metric.js';
import { Tracing } from './trace.js';

export type Telemetry = ReturnType<typeof openTelemetry>;

/** @param waitingRequests REST requests that wait for a connection now */
export function openTelemetry(
  settings: Pick<Settings, 'LOG_LEVEL' | 'TRACING' | 'PARTNER_API_URL'>,
  waitingRequests: () => number,
  logger = createLogger(settings.LOG_LEVEL),
  registry?: Registry,
) {
  const metrics = new Metrics(waitingRequests, registry);
  const log = new EventLog(logger);
  const tracing = settings.TRACING ? new Tracing(settings.PARTNER_API_URL ?? '') : undefined;
  return {
    observer: createObserver(metrics, log, tracing),
    live: metrics,
    /** @param store what the processes share, in the words of the log */
    fleet: (store: string) => metrics.fleet(logger, store),
    metrics: () => metrics.read(),
    logger,
    /** Undefined if it is switched off. */
    tracing,
    /**
     * A manifest has changed.
     *
     * @param fault why it cannot be used: the old documents are served on
     */
    reloaded(file: string, fault?: Error): void {
      metrics.reloaded(fault === undefined ? 'ok' : 'failed');
      if (fault === undefined) logger.info({ file }, 'the trusted documents have been read again');
      else {
        logger.error(
          { file, ...faultFields(fault) },
          'the trusted documents cannot be used: the ones before are served',
        );
      }
    },
  };
}

/** `/metrics`, unless a port of its own serves it. */
export const createMetricsRoutes = (
  { METRICS_PORT }: Pick<Settings, 'METRICS_PORT'>,
  metrics: Telemetry['metrics'],
): readonly Route[] => (METRICS_PORT === undefined ? [reportRoute('/metrics', metrics)] : []);

function faultFields(fault: Error) {
  if (!(fault instanceof ManifestError)) return { fault: String(fault) };
  return {
    ...(fault.id !== undefined && { documentId: fault.id }),
    fault: `it must be ${fault.message}`,
  };
}

const createObserver = (
  metrics: Metrics,
  log: EventLog,
  tracing: Tracing | undefined,
): Observer => ({
  wire: createWire(metrics, log, tracing),
  operationStarted(requestId) {
    const span = tracing?.startOperation(requestId);
    metrics.operationStarted();
    return {
      headers: span?.headers,
      ended(report) {
        span?.ended(report);
        metrics.operationEnded(report);
        log.operationEnded(report);
      },
      sentAgain: (report) => metrics.spent(report, 1),
    };
  },
  httpEnded(report) {
    metrics.httpEnded(report);
    log.httpEnded(report);
  },
  responseCut: (reason) => metrics.responseCut(reason),
  failed: (...failure) => log.failed(...failure),
});

function createWire(
  metrics: Metrics,
  log: EventLog,
  tracing: Tracing | undefined,
): Observer['wire'] {
  const requestEnded = (report: RequestReport): void => {
    metrics.requestEnded(report);
    log.requestEnded(report);
  };
  return {
    requestStarted(request) {
      metrics.requestStarted();
      const endSpan = tracing?.startRequest(request);
      if (endSpan === undefined) return requestEnded;
      return (report) => {
        endSpan(report);
        requestEnded(report);
      };
    },
    driftFound(endpoint, drift) {
      metrics.driftFound(endpoint, drift);
      log.driftFound(endpoint, drift);
    },
  };
}

/** Warns of settings with which the façade runs, but perhaps not as the operator expects. */
export function reportAtStart(settings: Settings, { logger, tracing }: Telemetry): void {
  const { NODE_ENV, CACHE, UNCHANGED_MAX_BYTES } = settings;
  reportProxy(settings, logger);
  const environments: readonly string[] = [...demoEnvironments, 'production'];
  if (!environments.includes(NODE_ENV)) {
    logger.warn(
      { NODE_ENV: NODE_ENV.slice(0, 200) },
      'NODE_ENV is unknown: the rules of production do not apply; set production, development or test',
    );
  }
  if (CACHE === 'memory') {
    logger.warn(
      {},
      'CACHE=memory is deprecated and the same as off: responses are kept for max-age anyway',
    );
  }
  if (UNCHANGED_MAX_BYTES !== undefined) {
    logger.warn(
      {},
      'UNCHANGED_MAX_BYTES is deprecated: CACHE_MAX_BYTES bounds all responses that are kept',
    );
  }
  if (tracing?.hasSdk === false) {
    logger.warn(
      {},
      'TRACING is true, and no OpenTelemetry SDK is registered: nothing is recorded; register one with node --import',
    );
  }
}

/** Says which proxy is in use, without its user and password. */
function reportProxy(settings: Settings, logger: Pick<Logger, 'info' | 'warn'>): void {
  const proxy = chooseProxy(settings);
  if (proxy === undefined) return;
  const { setting, url, unused } = proxy;
  const fields = { setting, proxy: url.origin };
  if (unused !== undefined) {
    logger.info({ ...fields, reason: unused }, 'the proxy is not used for PARTNER_API_URL');
  } else if (setting === 'HTTPS_PROXY') {
    logger.info(fields, 'the Partner API is reached through a proxy');
  } else {
    logger.warn(
      fields,
      'the Partner API is reached through a proxy, which can read credentials: use https:',
    );
  }
}

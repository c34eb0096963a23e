import { observeAll, type Observer } from '../operation/observer.js';
import { createLogger, logUnexpected, observeInLog } from './log.js';
import type { Logger } from './logger.js';
import { createMetrics, type Metrics } from './metric.js';
import { openTracing, type Tracing } from './trace.js';

/** The settings of telemetry, by their names. */
export interface TelemetrySettings {
  readonly LOG_LEVEL: string;
  readonly TRACING: boolean;
}

export interface TelemetryParts {
  /** In place of pino. */
  readonly logger: Logger | undefined;
  /** REST requests that wait for a connection now. */
  readonly waitingRequests: () => number;
}

/** Log, metrics and traces of one façade. */
export interface Telemetry {
  readonly observer: Observer;
  readonly metrics: Pick<Metrics, 'read' | 'snapshot'>;
  readonly logger: Logger;
  /** Undefined if it is switched off. */
  readonly tracing: Tracing | undefined;
  /** Logs an unexpected error without the credential. */
  readonly failed: (error: unknown, requestId: string, credential?: string) => void;
}

export function openTelemetry(settings: TelemetrySettings, parts: TelemetryParts): Telemetry {
  const logger = parts.logger ?? createLogger(settings.LOG_LEVEL);
  const metrics = createMetrics(parts.waitingRequests);
  const tracing = settings.TRACING ? openTracing() : undefined;
  const observers = [metrics.observer, observeInLog(logger)];
  return {
    observer: observeAll(tracing === undefined ? observers : [tracing.observer, ...observers]),
    metrics,
    logger,
    tracing,
    failed: (error, requestId, credential) => logUnexpected(logger, error, requestId, credential),
  };
}

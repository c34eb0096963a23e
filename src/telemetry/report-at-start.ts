import type { Settings } from '../config.js';
import type { Logger } from './logger.js';
import type { Tracing } from './trace.js';

/** What NODE_ENV is known to hold; empty where it is unset. */
const environments: ReadonlySet<string> = new Set(['', 'production', 'development', 'test']);

/** Logs what an operator should know when the façade starts, though it can run. */
export function reportAtStart(
  logger: Logger,
  { NODE_ENV }: Pick<Settings, 'NODE_ENV'>,
  tracing: Tracing | undefined,
): void {
  if (!environments.has(NODE_ENV))
    logger.warn(
      { NODE_ENV: NODE_ENV.slice(0, 200) },
      'NODE_ENV is unknown: the rules of production do not apply; set production, development or test',
    );
  if (tracing?.hasSdk === false)
    logger.warn(
      {},
      'TRACING is true, and no OpenTelemetry SDK is registered: nothing is recorded; register one with node --import',
    );
}

import type { Logger } from './logger.js';
import type { Tracing } from './trace.js';

/** The known values of NODE_ENV; empty if it is unset. */
const environments: ReadonlySet<string> = new Set(['', 'production', 'development', 'test']);

/** Warns of settings with which the façade runs, but perhaps not as the operator expects. */
export function reportAtStart(
  logger: Logger,
  { NODE_ENV }: { readonly NODE_ENV: string },
  tracing: Pick<Tracing, 'hasSdk'> | undefined,
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

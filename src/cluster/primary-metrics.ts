import { Registry } from 'prom-client';
import type { Settings } from '../config.js';
import type { Listener } from '../http/listener.js';
import { listenForMetrics, type MetricsSource } from '../http/metrics-listener.js';
import { health } from '../http/plain-response.js';
import { pathOf } from '../http/target.js';
import type { MetricCollector } from './metric-collector.js';

/** As much of the primary process as METRICS_PORT reports on. */
export interface WorkerGroup extends Pick<MetricsSource, 'logger'> {
  readonly collector: Pick<MetricCollector, 'collectAll'>;
  readonly state: 'starting' | 'serving' | 'ending';
}

/**
 * Serves METRICS_PORT in the primary process, for all workers together: a worker knows its own metrics only, and which
 * of them accepts a connection is chance.
 *
 * @returns undefined without METRICS_PORT
 */
export const listenForWorkers = (settings: Settings, group: WorkerGroup): Promise<Listener | undefined> =>
  listenForMetrics({
    settings,
    logger: group.logger,
    metrics: async () =>
      new Response(await group.collector.collectAll(), {
        headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE },
      }),
    fetch: ({ url }) =>
      Promise.resolve(pathOf(url) === '/health/live' ? health('live', 200) : readiness(group)),
  });

const readiness = ({ state }: WorkerGroup): Response => {
  if (state === 'serving') return health('ready', 200);
  return health(state === 'starting' ? 'starting' : 'draining', 503);
};

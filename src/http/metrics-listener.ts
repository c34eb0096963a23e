import type { Settings } from '../config.js';
import { listen, type Listener, type ListenerOptions } from './listener.js';
import { badRequestResponse, cacheControl, notFound, refuseMethod } from './response.js';
import { type RequestHandler, type ServerContext, withHeaders } from './request-handler.js';
import { findAddressFault, pathOf } from './target.js';

export interface MetricsSource extends Pick<ListenerOptions, 'logger'> {
  readonly settings: Pick<Settings, 'HOST' | 'METRICS_PORT' | 'HEADERS_TIMEOUT_MS' | 'REQUEST_TIMEOUT_MS'>;
  /** In the Prometheus text format. */
  readonly metrics: () => Promise<Response>;
  /** Serves the two addresses of health. */
  readonly fetch: RequestHandler['fetch'];
}

/**
 * Serves `/metrics` and the addresses of health over plain HTTP, on a port that operators reach and clients do not.
 *
 * @returns undefined without METRICS_PORT: the public port serves `/metrics`; rejects when the port cannot be bound
 */
export async function listenForMetrics(source: MetricsSource): Promise<Listener | undefined> {
  const { settings, logger } = source;
  const { METRICS_PORT: PORT } = settings;
  if (PORT === undefined) return undefined;
  const headers = { 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' };
  const serve = withHeaders((request, context) => route(source, request, context), headers);
  const fetch: RequestHandler['fetch'] = (request, context = {}) => serve(request, context);
  return listen({ settings: { ...settings, PORT }, logger, fetch, fastPath: () => false });
}

async function route({ metrics, fetch }: MetricsSource, request: Request, context: ServerContext) {
  const fault = findAddressFault(request, context);
  if (fault !== undefined) return badRequestResponse(fault);
  const path = pathOf(request.url);
  const isHealth = path === '/health/live' || path === '/health/ready';
  if (!isHealth && path !== '/metrics') return notFound('the metrics are at /metrics');
  return refuseMethod(request.method) ?? (isHealth ? fetch(request, context) : metrics());
}

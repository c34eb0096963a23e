import { type Client, createClient } from './client.js';
import type { RestObserver } from './request-report.js';
import { createRetryBudget } from './retry-budget.js';
import { createFetchTransport } from './transport/fetch-transport.js';
import type { Transport } from './transport/transport.js';
import { createUndiciTransport } from './transport/undici-transport.js';

export interface RestSettings {
  readonly PARTNER_API_URL?: string | undefined;
  readonly UPSTREAM_TIMEOUT_MS: number;
  readonly UPSTREAM_MAX_CONNECTIONS: number;
  readonly MAX_RESPONSE_BYTES: number;
}

export interface ClientParts {
  /** Sends the requests instead of undici. */
  readonly fetch: typeof fetch | undefined;
  /** Sends the requests instead of undici and `fetch`. */
  readonly transport: Transport | undefined;
  /** Wraps the transport; undefined without tracing. */
  readonly trace: ((transport: Transport) => Transport) | undefined;
  readonly observer: RestObserver;
}

/** The client of the Partner API with the transport that the parts ask for. */
export function openClient(
  settings: RestSettings,
  { fetch, transport, trace, observer }: ClientParts,
): Client {
  const plain = transport ?? createTransport(settings, fetch);
  return createClient({
    transport: trace?.(plain) ?? plain,
    timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    observer,
    retries: createRetryBudget(),
  });
}

function createTransport(settings: RestSettings, fetchFn: typeof fetch | undefined): Transport {
  const options = {
    baseUrl: settings.PARTNER_API_URL ?? '',
    maxBytes: settings.MAX_RESPONSE_BYTES,
    connectTimeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    maxConnections: settings.UPSTREAM_MAX_CONNECTIONS,
  };
  return fetchFn === undefined ? createUndiciTransport(options) : createFetchTransport(options, fetchFn);
}

import type { Socket } from 'node:net';
import { causeOf, type ConnectionFault, connectTimeout, systemCodeOf } from '../request-report.js';
import { openConnector, type PoolOptions } from './connection-pool.js';
import type { ProxySettings, RestSettings } from './transport.js';

/**
 * Opens one connection to PARTNER_API_URL as requests do, TLS included, and closes it: no request
 * is sent, and no credential.
 *
 * @returns why it does not open within UPSTREAM_TIMEOUT_MS; undefined where it does. Never rejects
 */
export function tryConnection(
  settings: Pick<RestSettings, 'UPSTREAM_TIMEOUT_MS'> & ProxySettings,
  options: Pick<PoolOptions, 'connect'> = {},
): Promise<ConnectionFault | undefined> {
  const { protocol, hostname, host, port } = new URL(settings.PARTNER_API_URL ?? '');
  // As undici itself calls a connector.
  const target = { protocol, host, port, hostname: hostname.replace(/^\[|\]$/g, '') };
  return new Promise((resolve) => {
    const fail = (error: unknown): void =>
      resolve({ cause: causeOf(error), reason: systemCodeOf(error) });
    const timer = setTimeout(() => fail(connectTimeout), settings.UPSTREAM_TIMEOUT_MS);
    const opened = (error: Error | null, socket: Socket | null): void => {
      clearTimeout(timer);
      socket?.destroySoon();
      if (error === null) resolve(undefined);
      else fail(error);
    };
    openConnector(settings, options.connect)(target, (...[error, socket]) => opened(error, socket));
  });
}

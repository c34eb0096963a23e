import { type Settings, SettingsError } from '../config.js';

type ListenSettings = Pick<Settings, 'HOST' | 'PORT' | 'METRICS_PORT'>;

/**
 * What to do about an address that cannot be listened on.
 *
 * @returns undefined for any other error
 */
export function listenFault(error: unknown, settings: ListenSettings): SettingsError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { HOST, PORT, METRICS_PORT } = settings;
  // node:net adds the port to an error of `listen`.
  const isMetrics = 'port' in error && error.port === METRICS_PORT;
  const [name, port] = isMetrics ? ['METRICS_PORT', METRICS_PORT] : ['PORT', PORT];
  const host = JSON.stringify(HOST.slice(0, 200));
  const anyHost = `set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`;
  const unresolved = `HOST is ${host}, which does not resolve (${String(error.code)}): ${anyHost}`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${name} is ${port}, where another process listens already (EADDRINUSE): end it, or set ${name} to another port; 0 takes any free one.`,
    EACCES: `${name} is ${port}, where this user may not listen (EACCES): set ${name} to a port of 1024 or above.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine (EADDRNOTAVAIL): ${anyHost}`,
    ENOTFOUND: unresolved,
    EAI_AGAIN: unresolved,
  };
  const message = messages[String(error.code)];
  return message === undefined ? undefined : new SettingsError(message);
}

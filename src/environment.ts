import { type Environment, readSettings, settingDefaults, type Settings, SettingsError } from './config.js';
import { misspelt } from './nearest.js';

/**
 * Reads the settings of the process's environment. A misspelt name would be ignored silently, and without PARTNER_API_URL
 * the simulator serves invented data: in production it is an error, and elsewhere a warning.
 *
 * @returns the settings, with what is on beside the simulator, and one line for each variable whose name is near to that of a setting; never its value
 * @throws SettingsError like `readSettings`
 */
export function readEnvironment(environment: Environment): {
  readonly settings: Settings;
  readonly misspelt: readonly string[];
} {
  const lines = findMisspelt(environment);
  const isProduction = environment['NODE_ENV']?.trim() === 'production';
  const settings = readSettings(environment, isProduction ? lines : []);
  const isDemo = settings.PARTNER_API_URL === undefined;
  const { DASHBOARD = isDemo, MCP = isDemo, ORGANIZATION_METRICS = isDemo } = settings;
  return { settings: { ...settings, DASHBOARD, MCP, ORGANIZATION_METRICS }, misspelt: lines };
}

/** A setting that has a value is not what another variable misspells. */
function findMisspelt(environment: Environment): readonly string[] {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  const missing = Object.keys(settingDefaults).filter((name) => !isSet(name));
  return Object.keys(environment).flatMap((name) => {
    if (Object.hasOwn(settingDefaults, name) || !isSet(name) || isServiceLink(name, environment)) return [];
    const meant = misspelt(name, missing);
    return meant === undefined ? [] : [misspeltSetting(name, meant)];
  });
}

/** Kubernetes adds `X_PORT` beside `X_SERVICE_HOST` for each Service of the namespace. */
const isServiceLink = (name: string, environment: Environment): boolean =>
  name.endsWith('_PORT') && `${name.slice(0, -'_PORT'.length)}_SERVICE_HOST` in environment;

const misspeltSetting = (name: string, meant: string): string =>
  `${JSON.stringify(name.slice(0, 200))} is not a setting: ${meant} is. Correct the name; if another program needs it, set ${meant} too.`;

/** What to do about an address that cannot be listened on; undefined for any other error. */
export function listenFault(
  error: unknown,
  { HOST, PORT, METRICS_PORT }: Pick<Settings, 'HOST' | 'PORT' | 'METRICS_PORT'>,
): SettingsError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
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

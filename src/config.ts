import type { z } from 'zod';
import { misspelt, nearest } from './nearest.js';
import { quote } from './partner/quote.js';
import { describedSettings, listedSettings, type SettingName } from './setting.js';
import { aFleetSecret, anAddress, describeValue, findEnvironmentFault } from './setting-value.js';

const settingsSchema = listedSettings
  .superRefine((settings, context) => {
    const { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, PORT, METRICS_PORT } = settings;
    const { REDIS_URL, FLEET_SECRET, CACHE } = settings;
    const addFault = (name: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (REDIS_URL !== undefined && FLEET_SECRET === undefined) {
      addFault('FLEET_SECRET', `${aFleetSecret}, where REDIS_URL is set`);
    }
    if (CACHE === 'redis' && REDIS_URL === undefined) {
      addFault('CACHE', 'off or memory where REDIS_URL is not set');
    }
    // The headers are part of the request, and node:http accepts no longer timeout for the part.
    if (HEADERS_TIMEOUT_MS > REQUEST_TIMEOUT_MS) {
      addFault('HEADERS_TIMEOUT_MS', `at most REQUEST_TIMEOUT_MS, which is ${REQUEST_TIMEOUT_MS}`);
    }
    // Port 0 is another free one each time.
    if (METRICS_PORT === PORT && PORT !== 0) {
      addFault('METRICS_PORT', `another port than PORT, which is ${PORT}`);
    }
  })
  .transform(({ GRAPHIQL, ...settings }) => {
    const isProduction = settings.NODE_ENV === 'production';
    return { ...settings, isProduction, GRAPHIQL: GRAPHIQL ?? !isProduction };
  });

export type Settings = z.output<typeof settingsSchema>;

/** Settings as an embedder writes them: as the text of an environment variable, or as its value. */
export type SettingsInput = {
  readonly [Name in Exclude<SettingName, 'PARTNER_API_URL'>]?:
    | string
    | z.output<typeof listedSettings>[Name]
    | undefined;
};

/** The default of each setting as text; undefined for a setting without one. */
export const settingDefaults = Object.fromEntries(
  describedSettings.map(({ name, default: value }) => [name, value]),
  // Each setting has been described.
) as Readonly<Record<SettingName, string | undefined>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The invalid settings, one per line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * White space around a value is ignored, and an empty value is unset: files of variables may end
 * their lines with CR LF, and `NODE_ENV="production\n"` must be production.
 *
 * @param otherFaults lines about what the caller has found
 * @throws SettingsError with one line for each bad setting: the variable, what it holds, and what
 *   it must be
 */
export function readSettings(
  environment: Environment,
  otherFaults: readonly string[] = [],
): Settings {
  const trimmed = Object.entries(environment).map(
    ([name, value]) => [name, value?.trim()] as const,
  );
  const set = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const settings = settingsSchema.safeParse(set);
  const addressFault = findEnvironmentFault(set['NODE_ENV'] ?? '', set['PARTNER_API_URL']);
  const faults =
    settings.error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? [];
  if (addressFault !== undefined) faults.push(['PARTNER_API_URL', addressFault]);
  const lines = faults.map(
    ([name, message]) => `${name} ${describeHeld(name, set[name])}, and must be ${message}.`,
  );
  if (settings.success && lines.length + otherFaults.length === 0) return settings.data;
  throw new SettingsError([...new Set([...otherFaults, ...lines])].join('\n'));
}

/** Of a secret only its length. */
function describeHeld(name: string, value: string | undefined): string {
  if (value === undefined) return 'is not set';
  if (name === 'FLEET_SECRET') return `holds ${value.length} characters`;
  return `holds ${describeValue(value)}`;
}

/**
 * Reads the settings of the process's environment. A misspelt name would be ignored silently, and
 * without PARTNER_API_URL the simulator serves invented data: in production it is an error, and
 * elsewhere a warning.
 *
 * @returns the settings, with what is on beside the simulator, and one line for each variable whose
 *   name is near to that of a setting; never its value
 * @throws SettingsError like `readSettings`
 */
export function readEnvironment(given: Environment): {
  readonly settings: Settings;
  readonly misspelt: readonly string[];
} {
  const environment = withProxies(given);
  const lines = findMisspelt(environment);
  const isProduction = environment['NODE_ENV']?.trim() === 'production';
  const settings = readSettings(environment, isProduction ? lines : []);
  const isDemo = settings.PARTNER_API_URL === undefined;
  const { DASHBOARD = isDemo, MCP = isDemo, ORGANIZATION_METRICS = isDemo } = settings;
  return { settings: { ...settings, DASHBOARD, MCP, ORGANIZATION_METRICS }, misspelt: lines };
}

/** Settings whose names other programs share. */
const proxyNames: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Where these names are set in lower case too, that one counts, as for curl. */
function withProxies(environment: Environment): Environment {
  const adopted = proxyNames.flatMap((name) => {
    const value = environment[name.toLowerCase()];
    return value === undefined || value.trim() === '' ? [] : [[name, value] as const];
  });
  return { ...environment, ...Object.fromEntries(adopted) };
}

/** A setting that has a value is not what another variable misspells. */
function findMisspelt(environment: Environment): readonly string[] {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  // Names such as `ftp_proxy` are near to a proxy's, and are for other programs.
  const missing = Object.keys(settingDefaults).filter(
    (name) => !isSet(name) && !proxyNames.includes(name),
  );
  return Object.keys(environment).flatMap((name) => {
    const isSetting = Object.hasOwn(settingDefaults, name);
    if (isSetting || !isSet(name) || isServiceLink(name, environment)) return [];
    const meant = misspelt(name, missing);
    return meant === undefined ? [] : [misspeltSetting(name, meant)];
  });
}

/** Kubernetes adds `X_PORT` beside `X_SERVICE_HOST` for each Service of the namespace. */
const isServiceLink = (name: string, environment: Environment): boolean =>
  name.endsWith('_PORT') && `${name.slice(0, -'_PORT'.length)}_SERVICE_HOST` in environment;

const misspeltSetting = (name: string, meant: string): string =>
  `${quote(name)} is not a setting: ${meant} is. Correct the name; if another program needs it, set ${meant} too.`;

/**
 * For an embedder.
 *
 * @throws SettingsError like `readSettings`, and for an unknown name: it would be ignored silently
 */
export function readSettingsInput(input: SettingsInput, partnerApiUrl: string): Settings {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(settingDefaults, name));
  const texts = Object.entries(input).map(([name, value]) => [name, toText(value)] as const);
  // Only the command starts the simulator if there is no address.
  const missingAddress =
    partnerApiUrl.trim() === '' ? [`PARTNER_API_URL is not set, and must be ${anAddress}.`] : [];
  return readSettings({ ...Object.fromEntries(texts), PARTNER_API_URL: partnerApiUrl }, [
    ...unknown.map(unknownSetting),
    ...missingAddress,
  ]);
}

const unknownSetting = (name: string): string =>
  `${quote(name)} is not a setting; the nearest is ${nearest(name, Object.keys(settingDefaults)).name}.`;

function toText(value: SettingsInput[keyof SettingsInput]): string | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** What to do about an address that cannot be listened on; undefined for any other error. */
export function listenFault(
  error: unknown,
  { HOST, PORT, METRICS_PORT }: Pick<Settings, 'HOST' | 'PORT' | 'METRICS_PORT'>,
): SettingsError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // node:net adds the port to an error of `listen`.
  const isMetrics = 'port' in error && error.port === METRICS_PORT;
  const [name, port] = isMetrics ? ['METRICS_PORT', METRICS_PORT] : ['PORT', PORT];
  const host = quote(HOST);
  const anyHost = `set HOST to 127.0.0.1, or to :: for all addresses, or to 0.0.0.0 for those of IPv4.`;
  const unresolved = `HOST is ${host}, which does not resolve (${String(error.code)}): ${anyHost}`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${name} is ${port}, where another process listens already (EADDRINUSE): end it, or set ${name} to another port; 0 takes any free one.`,
    EACCES: `${name} is ${port}, where this user may not listen (EACCES): set ${name} to a port of 1024 or above.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine (EADDRNOTAVAIL): ${anyHost}`,
    EAFNOSUPPORT: `HOST is ${host}, and this machine has no IPv6 (EAFNOSUPPORT): set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
    ENOTFOUND: unresolved,
    EAI_AGAIN: unresolved,
  };
  const message = messages[String(error.code)];
  return message === undefined ? undefined : new SettingsError(message);
}

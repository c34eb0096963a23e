import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { nearest } from './nearest.js';

/**
 * The settings of the façade, read from the environment and checked at once (runtime interface, "Settings"). Every
 * setting has its name, default and meaning here and in the README, and nowhere else.
 */
const whole = (least: number, most = 2 ** 31 - 1) => {
  const told =
    most === 2 ** 31 - 1 ? `a whole number of ${least} or more` : `a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, told)
    .transform(Number)
    .refine((value) => value >= least && value <= most, told);
};
const flag = z.enum(['true', 'false'], 'true or false').transform((value) => value === 'true');

/** Processes; more than any machine has cores are a slip of the hand. */
const maxWorkers = 256;
const workers = z
  .string()
  .regex(/^(?:auto|\d{1,3})$/, `a whole number from 1 to ${maxWorkers}, or auto`)
  .transform((value) => (value === 'auto' ? Math.min(maxWorkers, availableParallelism()) : Number(value)))
  .refine((value) => value >= 1 && value <= maxWorkers, `a whole number from 1 to ${maxWorkers}, or auto`);

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

const address = z.string().superRefine((value, context) => {
  const fault = faultOfAddress(value);
  if (fault !== undefined) context.addIssue(fault);
});

const anAddress = 'an address such as https://signage.example.com';

function faultOfAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return anAddress;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'an address that begins with https: or http:';
  if (url.username !== '' || url.password !== '') return 'an address without a user name or password';
  if (/[?#]/.test(value)) return 'an address without a query or fragment';
  return undefined;
}

/** Exact origins, as browsers send them: scheme, host and port, and no path. */
const origins = z.string().transform((value, context) => {
  const listed = value.split(',').map((origin) => origin.trim());
  const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
  if (!listed.every(isOrigin))
    context.addIssue('a comma-separated list of origins such as https://app.example.com');
  return listed;
});

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const listedSettings = z.object({
  PARTNER_API_URL: address.optional(),
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, 'an address to listen on, such as 127.0.0.1')
    .default('127.0.0.1'),
  PORT: whole(0, 65_535).default(4000),
  WORKERS: workers.default(1),
  NODE_ENV: z.string().default(''),
  TRUST_PROXY: flag.default(false),
  UPSTREAM_TIMEOUT_MS: whole(1).default(10_000),
  OPERATION_TIMEOUT_MS: whole(1).default(30_000),
  UPSTREAM_MAX_CONCURRENCY: whole(1).default(32),
  UPSTREAM_MAX_CONNECTIONS: whole(1).default(128),
  MAX_OPERATIONS: whole(1).default(1000),
  MAX_COOL_DOWN_SECONDS: whole(1).default(300),
  CACHE: z.enum(['off', 'memory'], 'off or memory').default('off'),
  CACHE_MAX_BYTES: whole(1).default(67_108_864),
  UNCHANGED_MAX_BYTES: whole(0).default(67_108_864),
  MAX_UPSTREAM_REQUESTS: whole(1).default(250),
  MAX_PAGE_SIZE: whole(1).default(1000),
  MAX_LIST_ARGUMENT: whole(1).default(1000),
  MAX_RESPONSE_NODES: whole(1).default(250_000),
  MAX_RESPONSE_BYTES: whole(1).default(16_777_216),
  MAX_REQUEST_BYTES: whole(1).default(131_072),
  MAX_QUERY_DEPTH: whole(1).default(20),
  MAX_QUERY_TOKENS: whole(1).default(5000),
  MAX_QUERY_ALIASES: whole(0).default(50),
  INTROSPECTION: flag.default(true),
  APQ: flag.default(true),
  TRUSTED_DOCUMENTS: z.string().optional(),
  TRUSTED_DOCUMENTS_MODE: z.enum(['off', 'allow', 'only'], 'off, allow or only').optional(),
  GRAPHIQL: flag.optional(),
  DASHBOARD: flag.optional(),
  CORS_ORIGINS: origins.default([]),
  DRAIN_DELAY_MS: whole(0).default(0),
  DRAIN_TIMEOUT_MS: whole(0).default(25_000),
  HEADERS_TIMEOUT_MS: whole(1).default(10_000),
  REQUEST_TIMEOUT_MS: whole(1).default(30_000),
  TRACING: flag.default(false),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
});

const settingsSchema = listedSettings
  .superRefine(({ HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS }, context) => {
    if (HEADERS_TIMEOUT_MS <= REQUEST_TIMEOUT_MS) return;
    // The headers are a part of the request, and node:http refuses to wait longer for them than for all of it.
    const message = `at most REQUEST_TIMEOUT_MS, which is ${REQUEST_TIMEOUT_MS}`;
    context.addIssue({ code: 'custom', path: ['HEADERS_TIMEOUT_MS'], message });
  })
  .superRefine(({ WORKERS, DASHBOARD }, context) => {
    if (WORKERS === 1 || DASHBOARD !== true) return;
    // A sign-in is remembered by one process, and the next request may come to another.
    const message = `false where WORKERS is above 1, and it is ${WORKERS}`;
    context.addIssue({ code: 'custom', path: ['DASHBOARD'], message });
  })
  .transform(({ GRAPHIQL, ...settings }) => {
    const isProduction = settings.NODE_ENV === 'production';
    return { ...settings, isProduction, GRAPHIQL: GRAPHIQL ?? !isProduction };
  });

/** What the address must be in production; it is judged beside all other settings, so that all faults are told at once. */
function faultInProduction(NODE_ENV: string | undefined, url: string | undefined): string | undefined {
  if (NODE_ENV !== 'production') return undefined;
  if (url === undefined) return 'set where NODE_ENV is production: the simulator does not run there';
  if (faultOfAddress(url) !== undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return 'an https: address where NODE_ENV is production (http: only for a loopback address)';
}

export type Settings = z.output<typeof settingsSchema>;

export type SettingName = keyof z.input<typeof listedSettings>;

/** Settings as an embedder writes them: as the text of an environment variable, or as the value that it means. */
export type SettingsInput = {
  readonly [Name in Exclude<SettingName, 'PARTNER_API_URL'>]?:
    string | z.output<typeof listedSettings>[Name] | undefined;
};

/** What each setting holds where it is not set, as it would be written; undefined where nothing stands for it. */
export const settingDefaults = Object.fromEntries(
  Object.entries(listedSettings.shape).map(([name, schema]) => [
    name,
    (schema instanceof z.ZodDefault && String(schema.def.defaultValue)) || undefined,
  ]),
  // Its names are those of the schema.
) as Readonly<Record<SettingName, string | undefined>>;

/** Every setting that was refused, a line each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings of an environment. White space around a value does not count, and an empty one is unset: files of
 * variables end their lines with CR LF, and `NODE_ENV="production\n"` must be production.
 *
 * @throws SettingsError with one line for each bad setting: the variable, what it holds, and what it must be
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return settle(environment, []);
}

/**
 * Reads the settings of an embedder, which a misspelt name would silently miss.
 *
 * @throws SettingsError like `readSettings`, and with one line for each name that is no setting
 */
export function readSettingsInput(input: SettingsInput, partnerApiUrl: string): Settings {
  const strangers = Object.keys(input).filter((name) => !Object.hasOwn(settingDefaults, name));
  const texts = Object.entries(input).map(([name, value]) => [name, textOf(value)] as const);
  // Without an address the command starts the simulator; an embedder has none.
  const noAddress =
    partnerApiUrl.trim() === '' ? [`PARTNER_API_URL holds nothing, and must be ${anAddress}.`] : [];
  return settle({ ...Object.fromEntries(texts), PARTNER_API_URL: partnerApiUrl }, [
    ...strangers.map(noSetting),
    ...noAddress,
  ]);
}

const noSetting = (name: string): string =>
  `${JSON.stringify(name.slice(0, 200))} is not a setting; the nearest is ${nearest(name, Object.keys(settingDefaults))}.`;

const textOf = (value: SettingsInput[keyof SettingsInput]): string | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(',') : String(value);

function settle(
  environment: Readonly<Record<string, string | undefined>>,
  otherFaults: readonly string[],
): Settings {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const set = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const settings = settingsSchema.safeParse(set);
  const inProduction = faultInProduction(set['NODE_ENV'], set['PARTNER_API_URL']);
  const faults = settings.error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? [];
  if (inProduction !== undefined) faults.push(['PARTNER_API_URL', inProduction]);
  const lines = faults.map(([name, message]) => `${name} holds ${told(set[name])}, and must be ${message}.`);
  if (settings.success && lines.length + otherFaults.length === 0) return settings.data;
  throw new SettingsError([...new Set([...otherFaults, ...lines])].join('\n'));
}

/** A value as it may be shown: nothing before an `@` and no query, where a secret may stand in an address. */
function told(value: string | undefined): string {
  if (value === undefined) return 'nothing';
  const hidden = value
    .replace(/^(?:(https?:\/\/)|.).*@/s, (_all, scheme: string | undefined) => `${scheme ?? ''}***@`)
    .replace(/[?#].*$/s, (rest) => `${rest.slice(0, 1)}***`);
  return JSON.stringify(hidden.slice(0, 200));
}

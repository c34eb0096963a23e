import { availableParallelism } from 'node:os';
import { readSettings, settingDefaults, SettingsError } from '../../src/config.js';

/** An address of a Partner API that is valid in production too. */
export const url = 'https://signage.example.com';

/** The lines of the error that `read` throws; empty without an error. */
export function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
}

export const faultsOfEnvironment = (environment: Readonly<Record<string, string>>): string[] =>
  faultsOf(() => readSettings(environment));

/** A setting, its default, valid texts with their values, and invalid texts. */
export interface SettingCase {
  readonly name: string;
  readonly default: unknown;
  readonly valid: readonly (readonly [string, unknown])[];
  readonly invalid: readonly string[];
  /** The requirement that an error message names. */
  readonly must: string;
  /** Settings that must be set with it. */
  readonly beside?: Readonly<Record<string, string>>;
  /** An invalid text as a message shows it: as it is, unless it is a secret. */
  readonly shown?: (text: string) => string;
}

/** Texts that stand for themselves, and values by their texts. */
const asTheyAre = (...values: readonly (string | number | boolean)[]) =>
  values.map((value) => [String(value), value] as const);

const wholeNumber = (name: string, defaultValue: number, min: number): SettingCase => ({
  name,
  default: defaultValue,
  valid: asTheyAre(min, min + 77, 2_147_483_647),
  invalid: [String(min - 1), '1.5', '1e3', 'ten', '5 5', '-1', '0x10', '2147483648', '99999999999'],
  must: `a whole number of ${min} or more`,
});

const port = (name: string, defaultValue: number | undefined): SettingCase => ({
  name,
  default: defaultValue,
  valid: asTheyAre(0, 9090, 65_535),
  invalid: ['65536', '-1', '80.5', 'http', '40 00'],
  must: 'a whole number from 0 to 65535',
});

const proxy = (name: string): SettingCase => ({
  name,
  default: undefined,
  valid: asTheyAre('http://proxy.test:3128', 'https://me:p%40ss@proxy.test', 'proxy.test:3128'),
  invalid: ['socks5://proxy.test', 'http://proxy.test/path', 'http://', 'a b'],
  must: 'the address of a proxy, such as http://proxy.example.com:3128',
});

const fleetSecret = 'a secret of the fleet that is long enough';

const flag = (name: string, defaultValue: boolean | undefined): SettingCase => ({
  name,
  default: defaultValue,
  valid: asTheyAre(true, false),
  invalid: ['TRUE', '1', 'yes', 'on', 'true false'],
  must: 'true or false',
});

/** docs/settings.md. */
export const settingCases: readonly SettingCase[] = [
  {
    name: 'PARTNER_API_URL',
    default: undefined,
    valid: asTheyAre(url, `${url}/`, `${url}/tenant/a`, 'http://127.0.0.1:8080', 'http://api.test'),
    invalid: ['signage.example.com', 'not an address', 'https://', '/path'],
    must: 'an address',
  },
  {
    name: 'HOST',
    default: '127.0.0.1',
    valid: asTheyAre('0.0.0.0', '::1', '::', 'localhost'),
    invalid: ['a b', 'http://x', '127.0.0.1/24'],
    must: 'an address to listen on, such as 127.0.0.1',
  },
  port('PORT', 4000),
  port('METRICS_PORT', undefined),
  flag('TRUST_PROXY', false),
  wholeNumber('UPSTREAM_TIMEOUT_MS', 10_000, 1),
  wholeNumber('OPERATION_TIMEOUT_MS', 30_000, 1),
  wholeNumber('UPSTREAM_MAX_CONCURRENCY', 32, 1),
  wholeNumber('MAX_STALE_SECONDS', 60, 0),
  wholeNumber('MAX_UPSTREAM_REQUESTS', 250, 1),
  wholeNumber('MAX_UPSTREAM_BYTES', 67_108_864, 1),
  wholeNumber('MAX_PAGE_SIZE', 1000, 1),
  wholeNumber('MAX_RESPONSE_BYTES', 16_777_216, 1),
  wholeNumber('MAX_REQUEST_BYTES', 131_072, 1),
  wholeNumber('MAX_QUERY_DEPTH', 20, 1),
  wholeNumber('MAX_QUERY_TOKENS', 5000, 1),
  wholeNumber('MAX_QUERY_ALIASES', 50, 0),
  flag('INTROSPECTION', true),
  flag('FEDERATION', false),
  flag('ERROR_BEHAVIOR', false),
  flag('GRAPHIQL', true),
  {
    name: 'CORS_ORIGINS',
    default: [],
    valid: [
      ['https://app.example.com', ['https://app.example.com']],
      ['https://a.test, http://localhost:3000', ['https://a.test', 'http://localhost:3000']],
    ],
    invalid: [
      '*',
      'app.example.com',
      'https://a.test/',
      'https://a.test/path',
      'https://a.test,',
      'null',
      'https://A.test',
    ],
    must: 'a comma-separated list of origins such as https://app.example.com',
  },
  flag('MCP', undefined),
  {
    name: 'MCP_ALLOWED_HOSTS',
    default: ['localhost', '127.0.0.1', '[::1]'],
    valid: [
      ['mcp.example.com', ['mcp.example.com']],
      ['A.test, [::1]', ['a.test', '[::1]']],
    ],
    invalid: ['a.test:4000', 'https://a.test', '*', 'a b', 'a.test,', '::1'],
    must: 'a comma-separated list of host names without ports, such as mcp.example.com',
  },
  wholeNumber('MCP_MAX_RESULT_BYTES', 65_536, 4096),
  {
    name: 'WORKERS',
    default: 1,
    valid: [...asTheyAre(1, 256), ['auto', availableParallelism()]],
    invalid: ['0', '-1', '1.5', '257', '999', '4000', 'AUTO', 'max', '2 2'],
    must: 'a whole number from 1 to 256, or auto.',
  },
  wholeNumber('DRAIN_DELAY_MS', 0, 0),
  wholeNumber('DRAIN_TIMEOUT_MS', 25_000, 0),
  proxy('HTTP_PROXY'),
  proxy('HTTPS_PROXY'),
  {
    name: 'REDIS_URL',
    default: undefined,
    valid: asTheyAre('redis://127.0.0.1:6379', 'rediss://user:password@redis.test/2'),
    invalid: ['127.0.0.1:6379', 'http://redis.test', 'redis://', 'redis:///socket'],
    must: 'an address such as redis://127.0.0.1:6379',
    beside: { FLEET_SECRET: fleetSecret },
  },
  {
    name: 'FLEET_SECRET',
    default: undefined,
    valid: [
      [fleetSecret, [fleetSecret]],
      [`${fleetSecret}, older ${fleetSecret}`, [fleetSecret, `older ${fleetSecret}`]],
    ],
    invalid: [
      'short',
      `${fleetSecret},short`,
      `${fleetSecret},`,
      Array(3).fill(fleetSecret).join(','),
    ],
    must: 'a secret of at least 32 characters',
    shown: (text) => `${text.length} characters`,
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    valid: asTheyAre('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    invalid: ['INFO', 'verbose', '3'],
    must: 'one of fatal, error, warn, info, debug, trace, silent',
  },
];

/** A valid text for each setting: its default, or one of these. */
export const validTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(settingDefaults).map(([name, value]) => [name, value ?? '']),
  ),
  PARTNER_API_URL: `${url}/tenant`,
  NODE_ENV: 'production',
  METRICS_PORT: '9090',
  TRUSTED_DOCUMENTS: '/etc/documents.json',
  TRUSTED_DOCUMENTS_MODE: 'only',
  GRAPHIQL: 'true',
  DASHBOARD: 'true',
  MCP: 'true',
  REDIS_URL: 'redis://127.0.0.1:6379',
  FLEET_SECRET: fleetSecret,
  CORS_ORIGINS: 'https://app.example.com',
};

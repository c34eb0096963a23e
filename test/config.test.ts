import { describe, expect, it } from 'vitest';
import {
  readSettings,
  readSettingsInput,
  settingDefaults,
  type Settings,
  SettingsError,
  type SettingsInput,
} from '../src/config.js';

const url = 'https://signage.example.com';

interface Row {
  readonly name: string;
  /** The default. */
  readonly standard: unknown;
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
  /** What a bad value is told to have to be. */
  readonly must: string;
}

const whole = (
  name: string,
  standard: number,
  least: number,
  must = `a whole number of ${least} or more`,
): Row => ({
  name,
  standard,
  good: [
    [String(least), least],
    ['77', 77],
    ['2147483647', 2_147_483_647],
  ],
  bad: [String(least - 1), '1.5', '1e3', 'ten', '5 5', '-1', '0x10', '2147483648', '99999999999'],
  must,
});

const flag = (name: string, standard: boolean): Row => ({
  name,
  standard,
  good: [
    ['true', true],
    ['false', false],
  ],
  bad: ['TRUE', '1', 'yes', 'on', 'true false'],
  must: 'true or false',
});

/** Runtime interface, "Settings": variable, default, good values and what they become, bad ones. */
const rows: readonly Row[] = [
  {
    name: 'PARTNER_API_URL',
    standard: undefined,
    good: [url, `${url}/`, `${url}/tenant/a`, 'http://127.0.0.1:8080', 'http://api.test'].map((each) => [
      each,
      each,
    ]),
    bad: ['signage.example.com', 'not an address', 'https://', '/path'],
    must: 'an address',
  },
  {
    name: 'HOST',
    standard: '127.0.0.1',
    good: ['0.0.0.0', '::1', '::', 'localhost'].map((each) => [each, each]),
    bad: ['a b', 'http://x', '127.0.0.1/24'],
    must: 'an address to listen on, such as 127.0.0.1',
  },
  {
    name: 'PORT',
    standard: 4000,
    good: [
      ['0', 0],
      ['65535', 65_535],
    ],
    bad: ['65536', '-1', '80.5', 'http', '40 00'],
    must: 'a whole number from 0 to 65535',
  },
  flag('TRUST_PROXY', false),
  whole('UPSTREAM_TIMEOUT_MS', 10_000, 1),
  whole('OPERATION_TIMEOUT_MS', 30_000, 1),
  whole('UPSTREAM_MAX_CONCURRENCY', 32, 1),
  whole('MAX_UPSTREAM_REQUESTS', 250, 1),
  whole('MAX_PAGE_SIZE', 1000, 1),
  whole('MAX_RESPONSE_BYTES', 16_777_216, 1),
  whole('MAX_REQUEST_BYTES', 131_072, 1),
  whole('MAX_QUERY_DEPTH', 20, 1),
  whole('MAX_QUERY_TOKENS', 5000, 1),
  whole('MAX_QUERY_ALIASES', 50, 0),
  flag('INTROSPECTION', true),
  flag('GRAPHIQL', true),
  {
    name: 'CORS_ORIGINS',
    standard: [],
    good: [
      ['https://app.example.com', ['https://app.example.com']],
      ['https://a.test, http://localhost:3000', ['https://a.test', 'http://localhost:3000']],
    ],
    bad: [
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
  whole('DRAIN_DELAY_MS', 0, 0),
  whole('DRAIN_TIMEOUT_MS', 25_000, 0),
  {
    name: 'LOG_LEVEL',
    standard: 'info',
    good: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((each) => [each, each]),
    bad: ['INFO', 'verbose', '3'],
    must: 'one of fatal, error, warn, info, debug, trace, silent',
  },
];

/** A good text for each setting: its default, and for those without one what stands here. */
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(settingDefaults).map(([name, standard]) => [name, standard ?? ''])),
  PARTNER_API_URL: `${url}/tenant`,
  NODE_ENV: 'production',
  TRUSTED_DOCUMENTS: '/etc/documents.json',
  TRUSTED_DOCUMENTS_MODE: 'only',
  GRAPHIQL: 'true',
  DASHBOARD: 'true',
  CORS_ORIGINS: 'https://app.example.com',
};

/** What files of variables, templates and shells leave around a value. */
const spaces = [
  [' ', ''],
  ['', ' '],
  ['', '\n'],
  ['', '\r\n'],
  ['\t', '\t'],
  [' \r\n\t', '\t\n\r '],
] as const;

const valueOf = (settings: Settings, name: string): unknown =>
  // A table of names: each is one of `Settings`.
  settings[name as keyof Settings];

/** The lines that a start with these settings ends with. */
function faultsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
}

describe('settings', () => {
  it.each(rows)('$name: has its default when it is unset or set to nothing', ({ name, standard }) => {
    expect(valueOf(readSettings({}), name)).toEqual(standard);
    expect(valueOf(readSettings({ [name]: '' }), name)).toEqual(standard);
  });

  it.each(rows)('$name: good values are taken', ({ name, good }) => {
    for (const [text, value] of good)
      expect(valueOf(readSettings({ [name]: text }), name), text).toEqual(value);
  });

  it.each(rows)(
    '$name: a bad value is one line with name, value and what it must be',
    ({ name, bad, must }) => {
      for (const text of bad) {
        const [line = '', ...others] = faultsOf({ [name]: text });
        expect(others).toEqual([]);
        expect(line.startsWith(`${name} holds ${JSON.stringify(text)}, and must be ${must}`), line).toBe(
          true,
        );
      }
    },
  );

  it.each(Object.entries(texts))('%s: white space around its value does not count', (name, text) => {
    const expected = readSettings({ PARTNER_API_URL: url, [name]: text });
    for (const [before, after] of spaces)
      expect(readSettings({ PARTNER_API_URL: url, [name]: `${before}${text}${after}` })).toEqual(expected);
    for (const [before, after] of spaces)
      expect(readSettings({ [name]: `${before}${after}` })).toEqual(readSettings({}));
  });

  it('all bad settings are told at once, one line each', () => {
    const environment = Object.fromEntries(rows.map(({ name, bad }) => [name, bad[0] ?? '']));
    const lines = faultsOf(environment);
    expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    );
  });

  it('variables of others are left alone', () => {
    expect(faultsOf({ PATH: '/bin', HOME: '/root', MAX_PAGES: 'x' })).toEqual([]);
  });

  it('a long value is cut in its line', () => {
    expect(faultsOf({ PORT: '9'.repeat(10_000) }).join('').length).toBeLessThan(400);
  });

  it('a value with line breaks stays one line', () => {
    expect(faultsOf({ LOG_LEVEL: 'info\nPORT holds "x"' })).toHaveLength(1);
  });
});

describe('settings of an embedder', () => {
  const read = (input: SettingsInput): Settings => readSettingsInput(input, url);
  const faults = (input: SettingsInput): string[] => {
    try {
      read(input);
      return [];
    } catch (error) {
      if (error instanceof SettingsError) return error.message.split('\n');
      throw error;
    }
  };

  it('may be values as well as texts', () => {
    const values = {
      PORT: 0,
      GRAPHIQL: false,
      CACHE: 'memory',
      CORS_ORIGINS: ['https://a.test', 'https://b.test'],
    };
    const asText = {
      PORT: '0',
      GRAPHIQL: 'false',
      CACHE: 'memory',
      CORS_ORIGINS: 'https://a.test,https://b.test',
    };
    expect(read(values)).toEqual(read(asText));
    expect(read(values)).toMatchObject({ PORT: 0, GRAPHIQL: false, CORS_ORIGINS: values.CORS_ORIGINS });
    expect(read({ PORT: undefined, GRAPHIQL: ' ' })).toEqual(read({}));
  });

  it('are typed by name', () => {
    // @ts-expect-error: there is no such setting
    expect(faults({ GRAPHIQ: false })).toHaveLength(1);
    // @ts-expect-error: PORT is a number
    expect(faults({ PORT: true })).toHaveLength(1);
    // @ts-expect-error: GRAPHIQL is true or false
    expect(faults({ GRAPHIQL: 1 })).toHaveLength(1);
    // @ts-expect-error: the address is an option of its own
    expect(read({ PARTNER_API_URL: 'https://elsewhere.example.com' }).PARTNER_API_URL).toBe(url);
  });

  it.each([
    ['GRAPHIQ', 'GRAPHIQL'],
    ['port', 'PORT'],
    ['maxPageSize', 'MAX_PAGE_SIZE'],
    ['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT_MS'],
    ['TRUSTED_DOCUMENT', 'TRUSTED_DOCUMENTS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['toString', 'TRACING'],
    ['__proto__', 'PORT'],
  ])('with an unknown name are refused, and the nearest is named: %s, %s', (name, nearest) => {
    // As JavaScript without types would pass it.
    const input = JSON.parse(`{ "${name}": "1" }`) as SettingsInput;
    expect(faults(input)).toEqual([`"${name}" is not a setting; the nearest is ${nearest}.`]);
  });

  it('report unknown names and bad values together, one line each', () => {
    const input: Record<string, string> = { PROT: '1', PORT: 'x', ['X'.repeat(10_000)]: '' };
    const lines = faults(input);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['"PROT"', `"${'X'.repeat(200)}"`, 'PORT']);
  });
});

describe('A11: PARTNER_API_URL', () => {
  it.each([
    ['ftp://signage.example.com', 'an address that begins with https: or http:'],
    ['file:///etc/passwd', 'an address that begins with https: or http:'],
    ['https://user@signage.example.com', 'an address without a user name or password'],
    ['https://user:secret@signage.example.com', 'an address without a user name or password'],
    ['https://signage.example.com?x=1', 'an address without a query or fragment'],
    ['https://signage.example.com/?', 'an address without a query or fragment'],
    ['https://signage.example.com#top', 'an address without a query or fragment'],
  ])('%s must be %s', (text, must) => {
    const lines = faultsOf({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds /);
    expect(lines[0]).toContain(`must be ${must}`);
  });

  it.each([
    'https://user:hunter2@signage.example.com',
    'https://hunter2@signage.example.com',
    'https:user:hunter2@signage.example.com',
    'https:/user:hunter2@signage.example.com',
    'user:hunter2@signage.example.com',
    '//user:hunter2@signage.example.com',
    'https://user:hunter2/hunter2@signage.example.com',
    'https://user:hunter2@hunter2@signage.example.com',
    'https://user:hunter2#hunter2@signage.example.com',
    'https://user:hunter2?hunter2@signage.example.com',
    'https://user:hunter2\\hunter2@signage.example.com',
    'https://signage.example.com/?token=hunter2',
    'https://signage.example.com/#hunter2',
    'ftp://user:hunter2@signage.example.com',
  ])('a secret in it is not printed: %s', (text) => {
    const lines = faultsOf({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds ".*", and must be /);
  });
});

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' };

  it('needs PARTNER_API_URL: the simulator does not run there', () => {
    expect(faultsOf(production)).toEqual([
      'PARTNER_API_URL holds nothing, and must be set where NODE_ENV is production: the simulator does not run there.',
    ]);
  });

  it.each([
    'http://signage.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('refuses %s', (address) => {
    expect(faultsOf({ ...production, PARTNER_API_URL: address })).toEqual([
      `PARTNER_API_URL holds "${address}", and must be an https: address where NODE_ENV is production (http: only for a loopback address).`,
    ]);
  });

  it.each([url, 'http://127.0.0.1:8080', 'http://127.9.9.9', 'http://localhost:1/x', 'http://[::1]:9'])(
    'takes %s',
    (address) => {
      expect(readSettings({ ...production, PARTNER_API_URL: address })).toMatchObject({
        PARTNER_API_URL: address,
        isProduction: true,
      });
    },
  );

  it.each(['production\n', ' production', 'production\r\n', '\tproduction '])('is meant by %j', (text) => {
    const settings = readSettings({ NODE_ENV: text, PARTNER_API_URL: url });
    expect(settings).toMatchObject({ isProduction: true, GRAPHIQL: false });
    expect(faultsOf({ NODE_ENV: text, PARTNER_API_URL: 'http://signage.example.com' })).toHaveLength(1);
  });

  it('switches GraphiQL off unless it is switched on', () => {
    const read = (settings: Record<string, string>) =>
      readSettings({ PARTNER_API_URL: url, ...settings }).GRAPHIQL;
    expect(read({})).toBe(true);
    expect(read({ NODE_ENV: 'development' })).toBe(true);
    expect(read(production)).toBe(false);
    expect(read({ ...production, GRAPHIQL: 'true' })).toBe(true);
    expect(read({ GRAPHIQL: 'false' })).toBe(false);
  });

  it('is told beside other bad settings', () => {
    expect(
      faultsOf({ ...production, PORT: 'x', GRAPHIQL: 'maybe' }).map((line) => line.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['PARTNER_API_URL', 'PORT', 'GRAPHIQL']));
    expect(
      faultsOf({ ...production, PORT: 'x', PARTNER_API_URL: 'http://signage.example.com' }),
    ).toHaveLength(2);
  });
});

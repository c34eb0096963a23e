import { describe, expect, it } from 'vitest';
import {
  readSettings,
  readSettingsInput,
  type Settings,
  type SettingsInput,
} from '../src/config.js';
import { words } from './fuzz/draw.js';
import {
  faultsOf,
  faultsOfEnvironment,
  settingCases,
  url,
  validTexts,
} from './start/setting-case.js';

/** White space that files of variables, templates and shells leave around a value. */
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

describe('settings in the environment', () => {
  it.each(settingCases)(
    '$name: has its default when it is unset or empty',
    ({ name, default: value }) => {
      expect(valueOf(readSettings({}), name)).toEqual(value);
      expect(valueOf(readSettings({ [name]: '' }), name)).toEqual(value);
    },
  );

  it.each(settingCases)('$name: accepts valid values', ({ name, valid, beside }) => {
    for (const [text, value] of valid)
      expect(valueOf(readSettings({ ...beside, [name]: text }), name), text).toEqual(value);
  });

  it.each(settingCases)(
    '$name: an invalid value is one line with name, value and requirement',
    ({ name, invalid, must, beside, shown = JSON.stringify }) => {
      for (const text of invalid) {
        const [line = '', ...others] = faultsOfEnvironment({ ...beside, [name]: text });
        expect(others).toEqual([]);
        expect(line.startsWith(`${name} holds ${shown(text)}, and must be ${must}`), line).toBe(
          true,
        );
      }
    },
  );

  it.each(Object.entries(validTexts))(
    '%s: white space around its value is ignored',
    (name, text) => {
      const beside = {
        PARTNER_API_URL: url,
        ...settingCases.find((each) => each.name === name)?.beside,
      };
      const expected = readSettings({ ...beside, [name]: text });
      for (const [before, after] of spaces)
        expect(readSettings({ ...beside, [name]: `${before}${text}${after}` })).toEqual(expected);
      for (const [before, after] of spaces)
        expect(readSettings({ [name]: `${before}${after}` })).toEqual(readSettings({}));
    },
  );

  it('all invalid settings are reported together, one line each', () => {
    const environment = Object.fromEntries(
      settingCases.map(({ name, invalid }) => [name, invalid[0] ?? '']),
    );
    const lines = faultsOfEnvironment(environment);
    expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual(
      settingCases.map(({ name }) => name).toSorted(),
    );
  });

  it('unknown variables are ignored', () => {
    expect(faultsOfEnvironment({ PATH: '/bin', HOME: '/root', MAX_PAGES: 'x' })).toEqual([]);
  });

  it('a long value is cut', () => {
    expect(faultsOfEnvironment({ PORT: '9'.repeat(10_000) }).join('').length).toBeLessThan(400);
  });

  it('a value with line breaks is reported in one line', () => {
    expect(faultsOfEnvironment({ LOG_LEVEL: 'info\nPORT holds "x"' })).toHaveLength(1);
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
    const lines = faultsOfEnvironment({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds /);
    expect(lines[0]).toContain(`must be ${must}`);
  });

  it.each([
    ['https://signage.example.com/api/partner/v1', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner/v1/', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner//', 'https://signage.example.com'],
    ['https://signage.example.com/api/partner/v1/screens', 'https://signage.example.com'],
    [
      'https://signage.example.com:8443/proxy/api/partner/v1',
      'https://signage.example.com:8443/proxy',
    ],
  ])('%s, which has what the façade adds, must be %s', (text, base) => {
    const must = `must be "${base}": the façade adds /api/partner/v1 and the rest itself.`;
    expect(faultsOfEnvironment({ PARTNER_API_URL: text })).toEqual([
      `PARTNER_API_URL holds "${text}", and ${must}`,
    ]);
    expect(faultsOfEnvironment({ PARTNER_API_URL: text, NODE_ENV: 'production' })).toHaveLength(1);
  });

  it.each([
    'https://signage.example.com/api/partner/v2',
    'https://signage.example.com/api/partners',
    'https://signage.example.com/api',
    'https://signage.example.com/partner/v1',
  ])('%s is a path of somebody else', (text) => {
    expect(faultsOfEnvironment({ PARTNER_API_URL: text })).toEqual([]);
  });

  it.each([
    ...words(`https://user:hunter2@signage.example.com https://hunter2@signage.example.com
      https:user:hunter2@signage.example.com https:/user:hunter2@signage.example.com user:hunter2@signage.example.com
      //user:hunter2@signage.example.com https://user:hunter2/hunter2@signage.example.com
      https://user:hunter2@hunter2@signage.example.com https://user:hunter2#hunter2@signage.example.com
      https://user:hunter2?hunter2@signage.example.com https://signage.example.com/?token=hunter2
      https://signage.example.com/#hunter2 ftp://user:hunter2@signage.example.com`),
    'https://user:hunter2\\hunter2@signage.example.com',
  ])('a secret in it is not printed: %s', (text) => {
    const lines = faultsOfEnvironment({ PARTNER_API_URL: text });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]).toMatch(/^PARTNER_API_URL holds ".*", and must be /);
  });
});

describe('NODE_ENV', () => {
  it.each(['prod', 'Production', 'PRODUCTION', 'staging', 'live', 'production-eu'])(
    '%s needs PARTNER_API_URL: it may be a deployment, where invented data would mislead',
    (environment) => {
      expect(faultsOfEnvironment({ NODE_ENV: environment })).toEqual([
        `PARTNER_API_URL is not set, and must be an address such as https://signage.example.com: the simulator runs only where NODE_ENV is development, test or unset, and it is "${environment}".`,
      ]);
      expect(readSettings({ NODE_ENV: environment, PARTNER_API_URL: url }).isProduction).toBe(
        false,
      );
    },
  );

  it.each(['', 'development', 'test', ' test\n'])('%j may start the simulator', (environment) => {
    expect(faultsOfEnvironment({ NODE_ENV: environment })).toEqual([]);
  });
});

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' };

  it('needs PARTNER_API_URL: the simulator does not run there', () => {
    expect(faultsOfEnvironment(production)).toEqual([
      'PARTNER_API_URL is not set, and must be an address such as https://signage.example.com: the simulator does not run in production.',
    ]);
  });

  it.each([
    'http://signage.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ])('refuses %s', (address) => {
    expect(faultsOfEnvironment({ ...production, PARTNER_API_URL: address })).toEqual([
      `PARTNER_API_URL holds "${address}", and must be an https: address where NODE_ENV is production (http: only for a loopback address).`,
    ]);
  });

  it.each([
    url,
    'http://127.0.0.1:8080',
    'http://127.9.9.9',
    'http://localhost:1/x',
    'http://[::1]:9',
  ])('accepts %s', (address) => {
    expect(readSettings({ ...production, PARTNER_API_URL: address })).toMatchObject({
      PARTNER_API_URL: address,
      isProduction: true,
    });
  });

  it.each(['production\n', ' production', 'production\r\n', '\tproduction '])(
    'is set by %j',
    (text) => {
      const settings = readSettings({ NODE_ENV: text, PARTNER_API_URL: url });
      expect(settings).toMatchObject({ isProduction: true, GRAPHIQL: false });
      expect(
        faultsOfEnvironment({ NODE_ENV: text, PARTNER_API_URL: 'http://signage.example.com' }),
      ).toHaveLength(1);
    },
  );

  it('turns GraphiQL off unless GRAPHIQL is true', () => {
    const read = (settings: Record<string, string>) =>
      readSettings({ PARTNER_API_URL: url, ...settings }).GRAPHIQL;
    expect(read({})).toBe(true);
    expect(read({ NODE_ENV: 'development' })).toBe(true);
    expect(read(production)).toBe(false);
    expect(read({ ...production, GRAPHIQL: 'true' })).toBe(true);
    expect(read({ GRAPHIQL: 'false' })).toBe(false);
  });
});

describe('settings of an embedder', () => {
  const read = (input: SettingsInput): Settings => readSettingsInput(input, url);
  const faults = (input: SettingsInput): string[] => faultsOf(() => read(input));

  it('may be values or texts', () => {
    const CORS_ORIGINS = ['https://a.test', 'https://b.test'];
    const values = { PORT: 0, GRAPHIQL: false, CACHE: 'memory', CORS_ORIGINS };
    const asText = {
      PORT: '0',
      GRAPHIQL: 'false',
      CACHE: 'memory',
      CORS_ORIGINS: CORS_ORIGINS.join(),
    };
    expect(read(values)).toEqual(read(asText));
    expect(read(values)).toMatchObject({ PORT: 0, GRAPHIQL: false, CORS_ORIGINS });
    expect(read({ PORT: undefined, GRAPHIQL: ' ' })).toEqual(read({}));
  });

  it('need an address of the Partner API: the simulator does not run beside them', () => {
    for (const address of ['', '  '])
      expect(faultsOf(() => readSettingsInput({}, address))).toEqual([
        expect.stringMatching(/^PARTNER_API_URL is not set, and must be /),
      ]);
  });

  it('are typed by name', () => {
    // @ts-expect-error: the setting does not exist
    expect(faults({ GRAPHIQ: false })).toHaveLength(1);
    // @ts-expect-error: PORT is a number
    expect(faults({ PORT: true })).toHaveLength(1);
    // @ts-expect-error: GRAPHIQL is true or false
    expect(faults({ GRAPHIQL: 1 })).toHaveLength(1);
    // @ts-expect-error: the address is an option of its own
    expect(read({ PARTNER_API_URL: 'https://elsewhere.example.com' }).PARTNER_API_URL).toBe(url);
  });

  it.each([
    ['port', 'PORT'],
    ['maxPageSize', 'MAX_PAGE_SIZE'],
    ['TRUSTED_DOCUMENT', 'TRUSTED_DOCUMENTS'],
    ['toString', 'TRACING'],
    ['__proto__', 'PORT'],
  ])('with an unknown name are refused, with the nearest name: %s, %s', (name, nearest) => {
    // As plain JavaScript passes it.
    const input = JSON.parse(`{ "${name}": "1" }`) as SettingsInput;
    expect(faults(input)).toEqual([`"${name}" is not a setting; the nearest is ${nearest}.`]);
  });

  it('with unknown names and invalid values are reported together, one line each', () => {
    const input: Record<string, string> = { PROT: '1', PORT: 'x', ['X'.repeat(10_000)]: '' };
    const lines = faults(input);
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      '"PROT"',
      `"${'X'.repeat(200)}…"`,
      'PORT',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { readSettings, type Settings } from '../../src/config.js';
import { faultsOfEnvironment, url } from './fault.js';
import { settingCases, validTexts } from './setting-case.js';

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
  it.each(settingCases)('$name: has its default when it is unset or empty', ({ name, default: value }) => {
    expect(valueOf(readSettings({}), name)).toEqual(value);
    expect(valueOf(readSettings({ [name]: '' }), name)).toEqual(value);
  });

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
        expect(line.startsWith(`${name} holds ${shown(text)}, and must be ${must}`), line).toBe(true);
      }
    },
  );

  it.each(Object.entries(validTexts))('%s: white space around its value is ignored', (name, text) => {
    const beside = { PARTNER_API_URL: url, ...settingCases.find((each) => each.name === name)?.beside };
    const expected = readSettings({ ...beside, [name]: text });
    for (const [before, after] of spaces)
      expect(readSettings({ ...beside, [name]: `${before}${text}${after}` })).toEqual(expected);
    for (const [before, after] of spaces)
      expect(readSettings({ [name]: `${before}${after}` })).toEqual(readSettings({}));
  });

  it('all invalid settings are reported together, one line each', () => {
    const environment = Object.fromEntries(settingCases.map(({ name, invalid }) => [name, invalid[0] ?? '']));
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

import { describe, expect, it } from 'vitest';
import { readSettingsInput, type Settings, type SettingsInput } from '../../src/config.js';
import { faultsOf, url } from './fault.js';

describe('settings of an embedder', () => {
  const read = (input: SettingsInput): Settings => readSettingsInput(input, url);
  const faults = (input: SettingsInput): string[] => faultsOf(() => read(input));

  it('may be values or texts', () => {
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
    ['GRAPHIQ', 'GRAPHIQL'],
    ['port', 'PORT'],
    ['maxPageSize', 'MAX_PAGE_SIZE'],
    ['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT_MS'],
    ['TRUSTED_DOCUMENT', 'TRUSTED_DOCUMENTS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
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
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['"PROT"', `"${'X'.repeat(200)}"`, 'PORT']);
  });
});

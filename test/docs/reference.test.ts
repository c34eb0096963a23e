import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/config.js';
import { errorCodes } from '../../src/partner/error.js';
import { startSystem } from '../system/test-system.js';
import { firstSpans, read, section, tableRows } from './markdown.js';

const table = section(read('docs/settings.md'), 'Settings');

describe('docs/settings.md', () => {
  it('has every setting of config.ts, in its order, and no other', () => {
    expect(firstSpans(table)).toEqual(Object.keys(settingDefaults));
  });

  it.each(Object.entries(settingDefaults))('%s has its default: %s', (name, standard) => {
    const row = tableRows(table).find(([cell]) => cell === `\`${name}\``);
    if (standard === undefined) expect(row?.[1]).toMatch(/^unset\b/);
    else expect(row?.[1]).toBe(`\`${standard}\``);
  });
});

describe('docs/errors.md', () => {
  it('has every code of ErrorCode, in its order, and no other', () => {
    expect(firstSpans(section(read('docs/errors.md'), 'Codes'))).toEqual([...errorCodes]);
  });
});

describe('docs/security.md', () => {
  it('has every response header that a page of CORS_ORIGINS can read', async () => {
    const origin = 'https://app.example.com';
    const { facade } = await startSystem({}, { settings: { CORS_ORIGINS: origin } });
    const response = await facade.fetch(
      new Request('http://facade.test/graphql?query={__typename}', { headers: { origin } }),
    );
    const exposed = response.headers.get('access-control-expose-headers')?.split(/, */) ?? [];
    expect(exposed.length).toBeGreaterThan(1);
    const [sentence = ''] = /a page of such an origin can read [^.]*/.exec(read('docs/security.md')) ?? [];
    expect(exposed.filter((name) => !sentence.includes(`\`${name}\``))).toEqual([]);
  });
});

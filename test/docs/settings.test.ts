import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/config.js';
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

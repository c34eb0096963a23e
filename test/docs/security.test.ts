import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { read } from './markdown.js';

const page = read('docs/security.md');

describe('docs/security.md', () => {
  it('has every response header that a page of CORS_ORIGINS can read', async () => {
    const origin = 'https://app.example.com';
    const { facade } = await startSystem({}, { settings: { CORS_ORIGINS: origin } });
    const response = await facade.fetch(
      new Request('http://facade.test/graphql?query={__typename}', { headers: { origin } }),
    );
    const exposed = response.headers.get('access-control-expose-headers')?.split(/, */) ?? [];
    expect(exposed.length).toBeGreaterThan(1);
    const [sentence = ''] = /a page of such an origin can read [^.]*/.exec(page) ?? [];
    expect(exposed.filter((name) => !sentence.includes(`\`${name}\``))).toEqual([]);
  });
});

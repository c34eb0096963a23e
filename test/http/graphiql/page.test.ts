import { describe, expect, it } from 'vitest';
import { startSystem } from '../../system/test-system.js';
import { sendTo } from '../../system/send.js';

const browser = { accept: 'text/html' };

describe('the explorer’s page', () => {
  it('G15: runs only its own scripts, connects only to the façade, and cannot be framed', async () => {
    const { facade } = await startSystem();
    const { headers } = await sendTo(facade, '/graphql', { headers: browser });
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split('; ').map((each) => {
        const [name = '', ...sources] = each.split(' ');
        return [name, sources] as const;
      }),
    );
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['connect-src']).toEqual(["'self'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['script-src']).toHaveLength(3);
    expect(policy['script-src']?.[0]).toBe('blob:');
    for (const source of policy['script-src']?.slice(1) ?? [])
      expect(source).toMatch(/^'sha256-[\w+/]{43}='$/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('is compressed for clients that accept gzip, and its ETag gives 304 with the same policy', async () => {
    const { facade } = await startSystem();
    const headers = { ...browser, 'accept-encoding': 'gzip' };
    const first = await sendTo(facade, '/graphql', { headers });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const tag = first.headers.get('etag') ?? '';
    const again = await sendTo(facade, '/graphql', { headers: { ...headers, 'if-none-match': tag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  });

  it('F23: contains no address of the upstream, and no credential but that of a demo', async () => {
    const { facade, simulator } = await startSystem();
    const { text } = await sendTo(facade, '/graphql', { headers: browser });
    expect(text).not.toContain(new URL(simulator.url).host);
    expect(text).toContain('<PARTNER_CREDENTIAL>');
    expect(text).not.toContain('demo-everything-credential');
    const demo = await startSystem({}, { demoCredential: 'demo-everything-credential' });
    expect((await sendTo(demo.facade, '/graphql', { headers: browser })).text).toContain(
      'demo-everything-credential',
    );
  });

  it('F23: is not served if GRAPHIQL is false, nor in production unless it is true', async () => {
    const isServed = async (settings: Readonly<Record<string, string>>) => {
      const { facade } = await startSystem({}, { settings: { TRUST_PROXY: 'true', ...settings } });
      const headers = { ...browser, 'x-forwarded-proto': 'https' };
      const response = await sendTo(facade, '/graphql', { headers });
      return response.headers.get('content-type')?.split(';')[0] === 'text/html' && response.status === 200;
    };
    expect(await isServed({ GRAPHIQL: 'false' })).toBe(false);
    expect(await isServed({ NODE_ENV: 'production' })).toBe(false);
    expect(await isServed({ NODE_ENV: 'production', GRAPHIQL: 'true' })).toBe(true);
  });
});

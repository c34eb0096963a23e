import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFacade } from '../../rig/open.js';

const origin = 'https://app.example.com';

/** No schema needs an upstream. */
function open(settings: Readonly<Record<string, string>> = {}) {
  const facade = openFacade({
    partnerApiUrl: 'https://127.0.0.1:9',
    settings,
    ...(settings['TRUSTED_DOCUMENTS_MODE'] && {
      trustedDocuments: { organization: '{ organization { id } }' },
    }),
  });
  return (path: string, init?: RequestInit) =>
    facade.fetch(new Request(`http://facade.test${path}`, init));
}

const files = ['/schema.graphql', '/schema.strict.graphql'] as const;

const readFile = (path: string): string =>
  readFileSync(new URL(`../../..${path}`, import.meta.url), 'utf8');

describe.each(files)('%s', (path) => {
  it('is the file of the package, byte for byte, and may be kept for five minutes', async () => {
    const response = await open()(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.text()).toBe(readFile(path));
  });

  it('is the public schema where the façade is a subgraph', async () => {
    const response = await open({ FEDERATION: 'true' })(path);
    expect(await response.text()).toBe(readFile(path));
  });

  it('is not sent again to who has it, and HEAD has its headers alone', async () => {
    const ask = open();
    const head = await ask(path, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(readFile(path))));
    expect(etag).toMatch(/^".+"$/);
    const known = await ask(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    // Any that there is (RFC 9110, 13.1.2).
    expect((await ask(path, { headers: { 'if-none-match': ' * ' } })).status).toBe(304);
    expect((await ask(path, { headers: { 'if-none-match': '"*"' } })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const response = await open()(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([{ INTROSPECTION: 'false' }, { TRUSTED_DOCUMENTS_MODE: 'only' }])(
    'is nowhere with %j',
    async (settings) => {
      expect((await open(settings)(path)).status).toBe(404);
    },
  );

  it('is read by pages of a listed origin alone', async () => {
    const ask = open({ CORS_ORIGINS: origin });
    const allowed = async (from: string) =>
      (await ask(path, { headers: { origin: from } })).headers.get('access-control-allow-origin');
    expect(await allowed(origin)).toBe(origin);
    expect(await allowed('https://other.example.com')).toBe(null);
    expect((await ask(path)).headers.get('vary')).toContain('Origin');
  });

  it('needs HTTPS in production, and no credential', async () => {
    const ask = open({ NODE_ENV: 'production', TRUST_PROXY: 'true' });
    expect((await ask(path)).status).toBe(426);
    expect((await ask(path, { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(200);
  });
});

it('the two files have addresses and bytes of their own', () => {
  expect(readFile(files[0])).not.toBe(readFile(files[1]));
});

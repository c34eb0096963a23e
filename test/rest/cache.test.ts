import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFacade } from '../../src/server.js';

/** An upstream that stamps its organization with the credential, and answers as `headers` say. */
async function startStamping(headers: Record<string, string>, status = 200) {
  const seen: { credential: string; etag: string | undefined }[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const credential = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const etag = request.headers['if-none-match'];
    seen.push({ credential, etag });
    const tag = `"${credential}"`;
    if (etag === tag) return void response.writeHead(304, { ...headers, etag: tag }).end();
    const at = '2026-01-01T00:00:00Z';
    const data = {
      id: 'org',
      name: `stamp of ${credential.length}`,
      slug: credential.slice(-1),
      createdAt: at,
      updatedAt: at,
    };
    const body = status === 200 ? { data } : { error: { code: 'x', message: 'no', requestId: 'r' } };
    response
      .writeHead(status, { 'content-type': 'application/json', etag: tag, ...headers })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, seen };
}

async function open(headers: Record<string, string>, cache: string, status?: number) {
  const upstream = await startStamping(headers, status);
  const facade = createFacade({
    partnerApiUrl: upstream.url,
    settings: { LOG_LEVEL: 'silent', CACHE: cache },
  });
  onTestFinished(() => facade.close());
  const ask = async (credential: string) => {
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
        body: JSON.stringify({ query: '{ organization { slug } }' }),
      }),
    );
    const body = (await response.json()) as {
      data: { organization: { slug: string } | null };
      extensions?: { upstream: { requests: number; cached: number } };
    };
    return {
      slug: body.data.organization?.slug,
      upstream: body.extensions?.upstream,
      headers: response.headers,
    };
  };
  return { ask, seen: upstream.seen };
}

const [a, b] = ['partner-credential-A', 'partner-credential-B'];

describe('HTTP caching', () => {
  const markings = [
    'public, max-age=60',
    's-maxage=60, max-age=60',
    'max-age=60, must-revalidate',
    'private, max-age=60',
  ];

  for (const marking of markings) {
    it(`G1: "${marking}" is never served to another credential, with caching on`, async () => {
      const { ask, seen } = await open({ 'cache-control': marking }, 'memory');
      expect((await ask(a)).slug).toBe('A');
      expect((await ask(b)).slug).toBe('B');
      expect((await ask(a)).slug).toBe('A');
      expect((await ask(b)).slug).toBe('B');
      expect(seen.map(({ credential }) => credential)).toEqual([a, b]);
    });

    it(`G1: "${marking}" is not kept at all with caching off`, async () => {
      const { ask, seen } = await open({ 'cache-control': marking }, 'off');
      for (const credential of [a, b, a, b]) expect((await ask(credential)).slug).toBe(credential.slice(-1));
      expect(seen).toHaveLength(4);
    });
  }

  it('an answer from the cache is no REST request, and says so', async () => {
    const { ask } = await open({ 'cache-control': 'private, max-age=60' }, 'memory');
    expect((await ask(a)).upstream).toMatchObject({ requests: 1, cached: 0 });
    expect((await ask(a)).upstream).toMatchObject({ requests: 0, cached: 1 });
  });

  it('what is stale is asked for again with its tag, and kept on a 304', async () => {
    const { ask, seen } = await open({ 'cache-control': 'private, max-age=0, must-revalidate' }, 'memory');
    expect((await ask(a)).slug).toBe('A');
    expect((await ask(a)).slug).toBe('A');
    expect(seen).toHaveLength(2);
  });

  it('no-store is not kept', async () => {
    const { ask, seen } = await open({ 'cache-control': 'no-store' }, 'memory');
    await ask(a);
    await ask(a);
    expect(seen).toHaveLength(2);
  });

  it('an error is never kept, whatever its headers say', async () => {
    const { ask, seen } = await open({ 'cache-control': 'public, max-age=60' }, 'memory', 404);
    await ask(a);
    await ask(a);
    expect(seen).toHaveLength(2);
  });

  it('G14: the façade’s own answers stay private', async () => {
    const { ask } = await open({ 'cache-control': 'public, max-age=60' }, 'memory');
    await ask(a);
    expect((await ask(a)).headers.get('cache-control')).toBe('private, no-store');
  });
});

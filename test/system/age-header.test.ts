import { describe, expect, it } from 'vitest';
import { transports } from './http-client.js';
import { ask, upstreamOf } from './max-age.js';
import { everything } from './test-system.js';

describe.each(transports)('the header Age, through %s', (_transport, connect) => {
  it('a large response, which is printed in slices, carries Age', async () => {
    const client = await connect({ size: { media: 1000 } });
    const query = '{ media(first: 1000) { nodes { id name status mimeType sizeBytes width height } } }';
    const fresh = await ask(client, query);
    const kept = await ask(client, query, { cacheControl: 'max-age=60' });
    expect(kept.data).toEqual(fresh.data);
    expect(kept.headers.get('age')).toBe('0');
    expect(upstreamOf(kept)).toMatchObject({ requests: 0, cached: 10 });
  });

  it('a response with errors carries Age', async () => {
    const client = await connect();
    await ask(client, '{ organization { name } }');
    const query = '{ organization { name } screen(id: "none") { name } }';
    const mixed = await ask(client, query, { cacheControl: 'max-age=60' });
    expect(mixed.errors).toHaveLength(1);
    expect(mixed.headers.get('age')).toBe('0');
    expect(mixed.text).not.toContain('"http"');
  });

  it('a response in parts carries Age, as far as it is known at its head', async () => {
    const client = await connect();
    const query = '{ organization { name } ... @defer { screens(first: 3) { nodes { name } } } }';
    for (const accept of ['multipart/mixed', 'text/event-stream']) {
      const fresh = await ask(client, query, { headers: { accept } });
      expect([fresh.headers.get('age'), fresh.text.includes('"hasNext":true')]).toEqual([null, true]);
      const kept = await ask(client, query, { cacheControl: 'max-age=60', headers: { accept } });
      expect(kept.headers.get('age')).toBe('0');
      expect(kept.text).toContain('"cached":2');
      expect(kept.text).not.toContain('"http"');
    }
  });

  it('a single part for a client that accepts nothing else carries it, too', async () => {
    const client = await connect();
    const headers = { accept: 'multipart/mixed' };
    await ask(client, '{ organization { name } }');
    const kept = await ask(client, '{ organization { name } }', { cacheControl: 'max-age=60', headers });
    expect(kept.headers.get('age')).toBe('0');
    expect(kept.text).not.toContain('"http"');
  });

  it('GET and other origins may use it: the preflight allows the header, and pages can read Age', async () => {
    const origin = 'https://app.example.com';
    const client = await connect({}, { settings: { CORS_ORIGINS: origin } });
    const before = await client.send('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,cache-control',
      },
    });
    expect(before.headers.get('access-control-allow-headers')).toContain('cache-control');
    const path = `/graphql?query=${encodeURIComponent('{ organization { name } }')}`;
    const headers = { origin, authorization: `Bearer ${everything}` };
    await client.send(path, { headers });
    const kept = await client.send(path, { headers: { ...headers, 'cache-control': 'max-age=60' } });
    expect(upstreamOf(kept)).toMatchObject({ requests: 0, cached: 1 });
    expect(kept.headers.get('age')).toBe('0');
    expect(kept.headers.get('access-control-expose-headers')).toContain('Age');
  });
});

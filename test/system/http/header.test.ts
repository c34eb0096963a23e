import { describe, expect, it } from 'vitest';
import { transports } from '../http-client.js';
import { everything } from '../test-system.js';
import { jsonHeaders, post, organizationBody } from './post.js';

describe.each(transports)('headers of every response, through %s', (_transport, connect) => {
  it('G14, G15: private, no-store, Vary: Authorization, nosniff, and no X-Powered-By', async () => {
    const client = await connect();
    const responses = [
      await post(client, organizationBody),
      await post(client, '{'),
      await post(client, organizationBody, { 'content-type': 'application/json' }),
      await post(client, organizationBody, { ...jsonHeaders, authorization: 'Bearer unknown' }),
      await client.send('/graphql?query=%7B__typename%7D'),
      await client.send('/graphql', { method: 'PUT' }),
      await client.send('/health/live'),
      await client.send('/nowhere'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 400, 401, 401, 200, 405, 200, 404]);
    for (const { headers } of responses) {
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{8,128}$/);
    }
  });

  it('the client’s request id is used if it is safe in a header and a log', async () => {
    const client = await connect();
    const idOf = async (id: string) =>
      (await post(client, organizationBody, { ...jsonHeaders, 'x-request-id': id })).headers.get(
        'x-request-id',
      );
    expect(await idOf('trace-1:a.b_C')).toBe('trace-1:a.b_C');
    for (const id of ['a b', 'x'.repeat(129), '<script>', everything]) expect(await idOf(id)).not.toBe(id);
  });

  it('the media type follows what the client accepts', async () => {
    const client = await connect();
    const typeOf = async (accept: string) =>
      (await post(client, organizationBody, { ...jsonHeaders, accept })).headers.get('content-type');
    expect(await typeOf('application/graphql-response+json')).toMatch(/^application\/graphql-response\+json/);
    expect(await typeOf('application/json')).toMatch(/^application\/json/);
    expect(await typeOf('*/*')).toMatch(/^application\/(?:graphql-response\+)?json/);
  });
});

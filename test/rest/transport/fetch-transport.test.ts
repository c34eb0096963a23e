import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../src/rest/transport/fetch-transport.js';
import {
  type RestRequest,
  type Transport,
  TransportError,
} from '../../../src/rest/transport/transport.js';
import { openUntilEnd } from '../../rig/port.js';
import { until } from '../../rig/wait.js';

const headers = { authorization: 'Bearer secret', accept: 'application/json', 'x-request-id': 'r' };
const request = (path: string): RestRequest => ({ path, headers });

/** A server for one test, and the transport to it. */
async function serve(listener: RequestListener, { maxBytes = 10_000, prefix = '' } = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((message, response) => {
    seen.push(message);
    listener(message, response);
  });
  const url = `http://127.0.0.1:${await openUntilEnd(server)}${prefix}`;
  return {
    transport: createFetchTransport({ PARTNER_API_URL: url, MAX_RESPONSE_BYTES: maxBytes }, fetch),
    seen,
    server,
    url,
  };
}

/** What an exchange comes to: its answer, or the kind of its fault. */
const outcomeOf = (transport: Transport, path = '/screens'): Promise<unknown> =>
  transport(request(path)).response.catch((error: unknown) =>
    error instanceof TransportError
      ? `${error.kind} ${error.message}`
      : `no fault of the wire: ${String(error)}`,
  );

const json = { 'content-type': 'application/json' };
const tooLarge = 'broken with a body of more than 10000 bytes (MAX_RESPONSE_BYTES)';

describe('requests by a runtime’s own fetch', () => {
  it('a response is its status, content type, Retry-After, Date and decoded text', async () => {
    const date = 'Fri, 20 Nov 2026 09:30:00 GMT';
    const { transport } = await serve((_message, response) =>
      response.writeHead(429, { ...json, 'retry-after': '7', date }).end('{"näme":"駅"}'),
    );
    expect(await outcomeOf(transport)).toEqual({
      status: 429,
      contentType: 'application/json',
      retryAfter: '7',
      date,
      body: '{"näme":"駅"}',
    });
  });

  it('A12: GET, the path under the prefix, and the headers that were given; no body', async () => {
    const { transport, seen } = await serve((_message, response) => response.end(), {
      prefix: '/tenant/',
    });
    await outcomeOf(transport, '/api/partner/v1/screens/a%2Fb?page=1&limit=5');
    const [one] = seen;
    expect([one?.method, one?.url]).toEqual([
      'GET',
      '/tenant/api/partner/v1/screens/a%2Fb?page=1&limit=5',
    ]);
    expect(one?.headers).toMatchObject(headers);
    expect(one?.headers['content-length']).toBeUndefined();
    expect(one?.headers.cookie).toBeUndefined();
  });

  it.each([301, 302, 303, 307, 308])('A13: %i is returned and never followed', async (status) => {
    const { transport, seen } = await serve((_message, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    );
    const { status: seenStatus } = await transport(request('/screens')).response;
    expect(seenStatus >= 300 && seenStatus < 400).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it.each([204, 304])('%i has no body', async (status) => {
    const { transport } = await serve((_message, response) => response.writeHead(status).end());
    expect(await outcomeOf(transport)).toMatchObject({ status, body: '' });
  });

  it('B13: a body beyond the limit is broken, and reading stops', async () => {
    let written = 0;
    const { transport, seen } = await serve((_message, response) => {
      const more = (): void => {
        if (response.destroyed || written > 50_000_000) return void response.end();
        written += 65_536;
        response.write('x'.repeat(65_536), () => setImmediate(more));
      };
      more();
    });
    expect(await outcomeOf(transport)).toBe(tooLarge);
    await until('the socket to close', () => seen[0]?.socket.destroyed ?? false);
    expect(written).toBeLessThan(20_000_000);
  });

  it('B14: the limit counts decoded bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const { transport } = await serve((_message, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(bomb.length).toBeLessThan(10_000);
    expect(await outcomeOf(transport)).toBe(tooLarge);
  });

  it.each<[string, RequestListener]>([
    [
      'breaks off',
      (message, response) => {
        response.writeHead(429, { ...json, 'retry-after': '7', 'content-length': '1000' });
        response.write('{"error":', () => message.socket.destroy());
      },
    ],
    [
      'cannot be decoded',
      (_message, response) =>
        response
          .writeHead(429, { ...json, 'retry-after': '7', 'content-encoding': 'gzip' })
          .end('no gzip'),
    ],
    [
      'is larger than 64 KiB',
      (_message, response) =>
        response.writeHead(429, { ...json, 'retry-after': '7' }).end('x'.repeat(70_000)),
    ],
  ])('B13, B14: the status of an error survives a body that %s', async (_what, listener) => {
    const { transport } = await serve(listener, { maxBytes: 1_000_000 });
    expect(await outcomeOf(transport)).toMatchObject({ status: 429, retryAfter: '7', body: '' });
  });

  it.each([
    ['a TypeError, as undici', new TypeError('terminated')],
    ['an Error, as workerd', new Error('Network connection lost.')],
    ['an error with a code, as Bun', Object.assign(new Error('closed'), { code: 'ECONNRESET' })],
    ['a DOMException', new DOMException('lost', 'NetworkError')],
  ])('B5: a body that breaks off with %s is a connection fault', async (_what, error) => {
    const body = (): ReadableStream =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"data":')),
        pull: (controller) => controller.error(error),
      });
    const settings = { PARTNER_API_URL: 'https://signage.example.com', MAX_RESPONSE_BYTES: 1000 };
    const transport = createFetchTransport(settings, () =>
      Promise.resolve(new Response(body(), { headers: json })),
    );
    expect(await outcomeOf(transport)).toMatch(/^connection could not be reached, or broke off/);
  });

  it('a byte order mark is no part of the body, and a character that two chunks share stays whole', async () => {
    const bytes = Buffer.from('\uFEFF"駅弁"');
    const { transport } = await serve((_message, response) => {
      response.write(bytes.subarray(0, 6), () =>
        setImmediate(() => response.end(bytes.subarray(6))),
      );
    });
    expect(await outcomeOf(transport)).toMatchObject({ body: '"駅弁"' });
  });

  it('a server that cannot be reached is a connection fault', async () => {
    const { transport, server } = await serve((_message, response) => response.end());
    server.close();
    await once(server, 'close');
    expect(await outcomeOf(transport)).toMatch(/^connection could not be reached/);
  });

  it.each<[string, RequestListener]>([
    ['a connection that breaks before the response', (message) => message.socket.destroy()],
    [
      'B5: a body that breaks off',
      (message, response) => {
        response.writeHead(200, { ...json, 'content-length': '1000' });
        response.write('{"data":', () => message.socket.destroy());
      },
    ],
  ])('%s is a connection fault', async (_what, listener) => {
    const { transport } = await serve(listener);
    expect(await outcomeOf(transport)).toMatch(/^connection /);
  });

  it.each<[string, RequestListener]>([
    ['before the response', () => undefined],
    ['within the body', (_message, response) => response.writeHead(200, json).write('{"data":')],
  ])('an abort %s ends the request with its reason', async (_when, listener) => {
    const { transport, seen } = await serve(listener);
    const exchange = transport(request('/screens'));
    const refused = expect(exchange.response).rejects.toThrow('the client has left');
    await until('the request', () => seen.length === 1);
    exchange.abort(new Error('the client has left'));
    await refused;
    await until('the socket to close', () => seen[0]?.socket.destroyed ?? false);
  });

  it('an abort after the response has no effect', async () => {
    const { transport } = await serve((_message, response) =>
      response.writeHead(200, json).end('{}'),
    );
    const exchange = transport(request('/screens'));
    expect(await exchange.response).toMatchObject({ status: 200 });
    exchange.abort(new Error('too late'));
    expect(await exchange.response).toMatchObject({ body: '{}' });
  });
});

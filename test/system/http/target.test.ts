import { describe, expect, it } from 'vitest';
import { connectSocket, statusOfRaw } from '../http-client.js';
import { everything } from '../test-system.js';

const ways: readonly (readonly [string, readonly string[]])[] = [
  ['the fast path', []],
  ['the usual way', ['Origin: https://elsewhere.example']],
];

const body = '{"query":"{ organization { id } }"}';

/** A request as bytes; `host` undefined sends no Host line. */
const rawRequest = (start: string, host: string | undefined, more: readonly string[] = []): string =>
  [
    start,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    'Content-Type: application/json',
    `Authorization: Bearer ${everything}`,
    'Connection: close',
    ...more,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');

const headerOf = (answer: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(answer)?.[1];

describe.each(ways)('Host, by %s', (_way, more) => {
  it.each(['a b', 'a/b', 'a?b', 'u@a', 'a\\b', '\u00e4', '%61', 'a,b'])('"%s" is 400', async (host) => {
    const { sendRaw, simulator } = await connectSocket();
    const answer = await sendRaw(rawRequest('POST /graphql HTTP/1.1', host, more));
    expect(statusOfRaw(answer)).toBe(400);
    expect(headerOf(answer, 'Cache-Control')).toBe('private, no-store');
    expect(simulator.requests).toEqual([]);
  });

  it('none on HTTP/1.1, and two, are 400', async () => {
    const { sendRaw, simulator } = await connectSocket();
    expect(statusOfRaw(await sendRaw(rawRequest('POST /graphql HTTP/1.1', undefined, more)))).toBe(400);
    expect(statusOfRaw(await sendRaw(rawRequest('POST /graphql HTTP/1.1', 'a', ['Host: a', ...more])))).toBe(
      400,
    );
    expect(simulator.requests).toEqual([]);
  });

  it.each(['a', 'a.b-c:4000', '127.0.0.1:80', '[::1]:4000', ''])('"%s" is served', async (host) => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(rawRequest('POST /graphql HTTP/1.1', host, more))).toContain('org_nordlicht');
  });

  it('none on HTTP/1.0 is served', async () => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(rawRequest('POST /graphql HTTP/1.0', undefined, more))).toContain('org_nordlicht');
  });
});

describe.each(ways)('absolute-form targets (RFC 9112, 3.2.2), by %s', (_way, more) => {
  it.each([
    'http://host/graphql',
    'HTTP://host:80/graphql',
    'https://host/graphql',
    'http://[::1]:1/graphql',
  ])('%s is routed by its path', async (target) => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(rawRequest(`POST ${target} HTTP/1.1`, 'host', more))).toContain('org_nordlicht');
  });

  it('the authority counts as Host, whatever Host says', async () => {
    const { sendRaw } = await connectSocket();
    const answer = await sendRaw(rawRequest('POST http://host/graphql HTTP/1.1', 'a b', more));
    expect(answer).toContain('org_nordlicht');
  });

  it.each([
    'http://user@host/graphql',
    'http://user:password@host/graphql',
    'ftp://host/graphql',
    'file:///graphql',
    'http:///graphql',
    'http://ho%73t/graphql',
  ])('%s is 400', async (target) => {
    const { sendRaw, simulator } = await connectSocket();
    expect(statusOfRaw(await sendRaw(rawRequest(`POST ${target} HTTP/1.1`, 'host', more)))).toBe(400);
    expect(simulator.requests).toEqual([]);
  });

  it.each([
    ['http://host/nowhere', 404],
    ['http://host/x/graphql', 404],
    ['http://host//graphql', 404],
    ['http://host/x/../graphql', 404],
    ['http://host', 404],
    ['http://host?query=/graphql', 404],
    ['http://x/http://host/graphql', 404],
  ])('%s is %d', async (target, status) => {
    const { sendRaw, simulator } = await connectSocket();
    expect(statusOfRaw(await sendRaw(rawRequest(`POST ${target} HTTP/1.1`, 'host', more)))).toBe(status);
    expect(simulator.requests).toEqual([]);
  });
});

describe('other targets', () => {
  const get = (start: string): string => `${start} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

  it('absolute addresses of health and of a query in the address are served', async () => {
    const { sendRaw } = await connectSocket();
    expect(statusOfRaw(await sendRaw(get('GET http://host/health/live')))).toBe(200);
    expect(await sendRaw(get('GET http://host/graphql?query=%7B__typename%7D'))).toContain('"Query"');
  });

  it('OPTIONS * is 204, with the methods of the server', async () => {
    const { sendRaw } = await connectSocket();
    const answer = await sendRaw(get('OPTIONS *'));
    expect(statusOfRaw(answer)).toBe(204);
    expect(headerOf(answer, 'Allow')).toBe('GET, POST, OPTIONS');
    expect(headerOf(answer, 'X-Request-Id')).toBeDefined();
  });

  it('any other request for * is 400', async () => {
    const { sendRaw } = await connectSocket();
    expect(statusOfRaw(await sendRaw(get('GET *')))).toBe(400);
    expect(statusOfRaw(await sendRaw(rawRequest('POST * HTTP/1.1', 'a')))).toBe(400);
  });

  it('in production an https: target does not make a plain connection secure', async () => {
    const settings = { NODE_ENV: 'production' };
    const { sendRaw } = await connectSocket({}, { settings });
    expect(statusOfRaw(await sendRaw(rawRequest('POST https://host/graphql HTTP/1.1', 'host')))).toBe(426);
  });
});

import { describe, expect, it } from 'vitest';
import { rawRequest, statusOf } from '../../rig/raw-client.js';
import { connectSocket } from '../http-client.js';
import { everything } from '../test-system.js';

const paths: readonly (readonly [string, readonly string[]])[] = [
  ['the fast path', []],
  ['the router', ['Origin: https://elsewhere.example']],
];

const body = '{"query":"{ organization { id } }"}';

/** A POST of the operation; `host` undefined sends no Host line. */
const post = (start: string, host: string | undefined, headers: readonly string[] = []): string =>
  rawRequest(
    start,
    [
      ...(host === undefined ? [] : [`Host: ${host}`]),
      'Content-Type: application/json',
      `Authorization: Bearer ${everything}`,
      ...headers,
    ],
    body,
  );

const headerOf = (response: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(response)?.[1];

describe.each(paths)('Host, by %s', (_path, headers) => {
  it.each(['a b', 'a/b', 'a?b', 'u@a', 'a\\b', '\u00e4', '%61', 'a,b'])('"%s" is 400', async (host) => {
    const { sendRaw, simulator } = await connectSocket();
    const response = await sendRaw(post('POST /graphql HTTP/1.1', host, headers));
    expect(statusOf(response)).toBe(400);
    expect(headerOf(response, 'Cache-Control')).toBe('private, no-store');
    expect(simulator.requests).toEqual([]);
  });

  it('none on HTTP/1.1, or two, are 400', async () => {
    const { sendRaw, simulator } = await connectSocket();
    expect(statusOf(await sendRaw(post('POST /graphql HTTP/1.1', undefined, headers)))).toBe(400);
    expect(statusOf(await sendRaw(post('POST /graphql HTTP/1.1', 'a', ['Host: a', ...headers])))).toBe(400);
    expect(simulator.requests).toEqual([]);
  });

  it.each(['a', 'a.b-c:4000', '127.0.0.1:80', '[::1]:4000', ''])('"%s" is served', async (host) => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(post('POST /graphql HTTP/1.1', host, headers))).toContain('org_nordlicht');
  });

  it('none on HTTP/1.0 is served', async () => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(post('POST /graphql HTTP/1.0', undefined, headers))).toContain('org_nordlicht');
  });
});

describe.each(paths)('absolute-form targets (RFC 9112, 3.2.2), by %s', (_path, headers) => {
  it.each([
    'http://host/graphql',
    'HTTP://host:80/graphql',
    'https://host/graphql',
    'http://[::1]:1/graphql',
  ])('%s is routed by its path', async (target) => {
    const { sendRaw } = await connectSocket();
    expect(await sendRaw(post(`POST ${target} HTTP/1.1`, 'host', headers))).toContain('org_nordlicht');
  });

  it('the authority of the target replaces Host', async () => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(post('POST http://host/graphql HTTP/1.1', 'a b', headers));
    expect(response).toContain('org_nordlicht');
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
    expect(statusOf(await sendRaw(post(`POST ${target} HTTP/1.1`, 'host', headers)))).toBe(400);
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
    expect(statusOf(await sendRaw(post(`POST ${target} HTTP/1.1`, 'host', headers)))).toBe(status);
    expect(simulator.requests).toEqual([]);
  });
});

describe('other targets', () => {
  const get = (start: string): string => rawRequest(`${start} HTTP/1.1`, ['Host: a']);

  it('absolute targets of health and of a GET query are served', async () => {
    const { sendRaw } = await connectSocket();
    expect(statusOf(await sendRaw(get('GET http://host/health/live')))).toBe(200);
    expect(await sendRaw(get('GET http://host/graphql?query=%7B__typename%7D'))).toContain('"Query"');
  });

  it('OPTIONS * is 204, with the methods of the server', async () => {
    const { sendRaw } = await connectSocket();
    const response = await sendRaw(get('OPTIONS *'));
    expect(statusOf(response)).toBe(204);
    expect(headerOf(response, 'Allow')).toBe('GET, POST, OPTIONS');
    expect(headerOf(response, 'X-Request-Id')).toBeDefined();
  });

  it('other requests for * are 400', async () => {
    const { sendRaw } = await connectSocket();
    expect(statusOf(await sendRaw(get('GET *')))).toBe(400);
    expect(statusOf(await sendRaw(post('POST * HTTP/1.1', 'a')))).toBe(400);
  });
});

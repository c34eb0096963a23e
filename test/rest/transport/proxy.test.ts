import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../../src/config.js';
import { createPool } from '../../../src/rest/transport/connection-pool.js';
import { chooseProxy } from '../../../src/rest/transport/proxy.js';
import { tryConnection } from '../../../src/rest/transport/try-connection.js';
import { createUndiciTransport } from '../../../src/rest/transport/undici-transport.js';
import { createCertificate } from '../../rig/certificate.js';
import { startDeafPort } from '../../rig/deaf-port.js';
import { openFacade } from '../../rig/open.js';
import { freePort, openUntilEnd } from '../../rig/port.js';

const certificate = createCertificate({ address: '127.0.0.1' });
const trust = { ca: certificate.cert, checkServerIdentity: () => undefined };

/** What a proxy is asked for. */
interface Asked {
  readonly target: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy that connects any name to one port here, or refuses with a status. */
async function startProxy(upstreamPort: number, status = 200) {
  const asked: Asked[] = [];
  const server = createServer();
  server.on('connect', ({ url, headers }, client: Socket) => {
    asked.push({ target: url, headers });
    if (status !== 200)
      return void client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(upstreamPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
  });
  return { asked, port: await openUntilEnd(server) };
}

/** An upstream under a name that only the proxy knows, and requests to it. */
async function open(scheme: 'http' | 'https', { status = 200, connections = 1 } = {}) {
  const seen: IncomingHttpHeaders[] = [];
  const answer: Parameters<typeof createServer>[1] = ({ headers }, response) => {
    seen.push(headers);
    response.end('{}');
  };
  const server =
    scheme === 'http' ? createServer(answer) : createTlsServer({ ...certificate }, answer);
  const proxy = await startProxy(await openUntilEnd(server), status);
  const address = `http://me:p%40ss@127.0.0.1:${proxy.port}`;
  const settings = {
    PARTNER_API_URL: `${scheme}://partner.test/tenant`,
    [scheme === 'http' ? 'HTTP_PROXY' : 'HTTPS_PROXY']: address,
    MAX_RESPONSE_BYTES: 1000,
    UPSTREAM_TIMEOUT_MS: 2000,
    UPSTREAM_MAX_CONNECTIONS: connections,
  };
  const transport = createUndiciTransport(settings, createPool(settings, { connect: trust }));
  onTestFinished(() => transport.close?.());
  const send = () =>
    transport({ path: '/a', headers: { authorization: 'Bearer secret' } }).response;
  return { ...proxy, seen, settings, send };
}

describe('a proxy', () => {
  it.each([
    ['https', 'partner.test:443'],
    ['http', 'partner.test:80'],
  ] as const)(
    'connects to the Partner API by %s, once for a connection',
    async (scheme, target) => {
      const { asked, seen, send } = await open(scheme);
      for (let count = 0; count < 3; count += 1) expect((await send()).status).toBe(200);
      expect(asked.map((each) => each.target)).toEqual([target]);
      expect(seen.map(({ host, authorization }) => [host, authorization])).toEqual(
        Array(3).fill(['partner.test', 'Bearer secret']),
      );
      expect(seen[0]).not.toHaveProperty('proxy-authorization');
    },
  );

  it('opens no more connections than UPSTREAM_MAX_CONNECTIONS', async () => {
    const { asked, seen, send } = await open('https', { connections: 2 });
    await Promise.all(Array.from({ length: 10 }, send));
    expect([asked.length, seen.length]).toEqual([2, 10]);
  });

  it('gets its own user and password, and no credential', async () => {
    const { asked, send } = await open('https');
    await send();
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(asked[0]?.headers['proxy-authorization']).toBe(authorization);
    expect(JSON.stringify(asked)).not.toContain('secret');
  });

  it('that refuses is named as the cause, and nothing is sent past it', async () => {
    const { seen, send, settings } = await open('https', { status: 407 });
    await expect(send()).rejects.toMatchObject({
      kind: 'connection',
      cause: { code: 'ERR_PROXY' },
    });
    expect(await tryConnection(settings)).toEqual({ cause: 'proxy', reason: 'ERR_PROXY' });
    expect(seen).toEqual([]);
  });

  it('that nothing listens at, or that is silent, is named too', async () => {
    const base = { PARTNER_API_URL: 'https://partner.test', UPSTREAM_TIMEOUT_MS: 300 };
    const absent = `127.0.0.1:${await freePort()}`;
    expect(await tryConnection({ ...base, HTTPS_PROXY: absent })).toMatchObject({ cause: 'proxy' });
    const silent = await startDeafPort();
    expect(await tryConnection({ ...base, HTTPS_PROXY: silent })).toBeDefined();
  });

  it('is tried at the start as requests use it', async () => {
    const { asked, settings } = await open('https');
    expect(await tryConnection(settings, { connect: trust })).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});

describe('the proxy for an address', () => {
  const proxies = { HTTP_PROXY: 'plain.test:3128', HTTPS_PROXY: 'https://secure.test' };
  const chosen = (url: string, NO_PROXY?: string) => {
    const found = chooseProxy({ ...proxies, PARTNER_API_URL: url, NO_PROXY });
    return found?.unused ?? found?.url.origin;
  };

  it('is that of its scheme, and none without one', () => {
    expect(chosen('https://a.test')).toBe('https://secure.test');
    expect(chosen('http://a.test')).toBe('http://plain.test:3128');
    const HTTP_PROXY = proxies.HTTP_PROXY;
    expect(chooseProxy({ PARTNER_API_URL: 'https://a.test', HTTP_PROXY })).toBeUndefined();
  });

  it.each(['http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:1'])('%s: none', (url) => {
    expect(chosen(url)).toBe('loopback');
  });

  it.each([
    ['a.test', true],
    ['.a.test', true],
    ['*.a.test', true],
    ['test', true],
    ['A.TEST', true],
    ['x.test, api.a.test:8443', true],
    ['x.test a.test', true],
    ['*', true],
    ['api.a.test:443', false],
    ['b.a.test', false],
    ['.test.', false],
    ['pi.a.test', false],
    [',', false],
  ])('is not used where NO_PROXY holds %j: %s', (list, isExempt) => {
    expect(chosen('https://api.a.test:8443', list) === 'NO_PROXY').toBe(isExempt);
  });

  it('is read in lower case too, which wins, and names of other programs misspell none', () => {
    const environment = {
      http_proxy: 'lower.test',
      HTTP_PROXY: 'upper.test',
      ftp_proxy: 'x',
      no_proxy: 'a',
    };
    const { settings, misspelt } = readEnvironment({
      ...environment,
      all_proxy: 'x',
      HTTPS_PROXY: 'b.test',
    });
    expect(settings).toMatchObject({
      HTTP_PROXY: 'lower.test',
      HTTPS_PROXY: 'b.test',
      NO_PROXY: 'a',
    });
    expect(misspelt).toEqual([]);
    expect(readEnvironment({ https_proxy: 'only.test' }).misspelt).toEqual([]);
  });

  it.each([
    ['https://a.test', {}, 'info', 'the Partner API is reached through a proxy', undefined],
    [
      'http://a.test',
      {},
      'warn',
      'the Partner API is reached through a proxy, which can read',
      undefined,
    ],
    [
      'https://a.test',
      { NO_PROXY: '*' },
      'info',
      'the proxy is not used for PARTNER_API_URL',
      'NO_PROXY',
    ],
    ['http://127.0.0.1:9', {}, 'info', 'the proxy is not used for PARTNER_API_URL', 'loopback'],
  ])('is in the log without its user: %s %j', (partnerApiUrl, more, level, message, reason) => {
    const lines: (readonly [string, Readonly<Record<string, unknown>>, string])[] = [];
    const note = (name: string) => (fields: object, text: string) =>
      void lines.push([name, { ...fields }, text]);
    const methods = {
      info: note('info'),
      warn: note('warn'),
      error: note('error'),
      debug: note('debug'),
    };
    const settings = {
      HTTPS_PROXY: 'http://me:secret@p.test:1',
      HTTP_PROXY: 'me:secret@p.test:1',
      ...more,
    };
    openFacade({ partnerApiUrl, settings, logger: { isLevelEnabled: () => true, ...methods } });
    const [[name, fields, text] = []] = lines;
    expect([lines.length, name, fields?.['proxy'], fields?.['reason']]).toEqual([
      1,
      level,
      'http://p.test:1',
      reason,
    ]);
    expect(text).toContain(message);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

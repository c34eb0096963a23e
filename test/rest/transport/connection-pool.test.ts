import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../../src/rest/transport/connection-pool.js';
import type { Transport } from '../../../src/rest/transport/transport.js';
import { createUndiciTransport } from '../../../src/rest/transport/undici-transport.js';
import { createCertificate } from '../../rig/certificate.js';
import { startDeafPort } from '../../rig/deaf-port.js';
import { openUntilEnd } from '../../rig/port.js';
import { until } from '../../rig/wait.js';

type Scheme = 'http' | 'https';

const certificate = createCertificate({ address: '127.0.0.1' });
const answerOk: RequestListener = (_message, response) => response.end('{}');

/** An upstream at an address of its own, and what it has seen. */
async function listen(scheme: Scheme, address: string, port: number, listener: RequestListener) {
  const seen = { requests: 0, connections: 0 };
  const counting: RequestListener = (message, response) => {
    seen.requests += 1;
    response.setHeader('x-address', address);
    response.setHeader('content-type', address);
    listener(message, response);
  };
  const server =
    scheme === 'http' ? createServer(counting) : createTlsServer({ ...certificate }, counting);
  server.keepAliveTimeout = 60_000;
  server.on(scheme === 'http' ? 'connection' : 'secureConnection', () => (seen.connections += 1));
  return { seen, server, port: await openUntilEnd(server, port, address) };
}

interface Options {
  readonly scheme?: Scheme;
  readonly connections?: number;
  readonly maxAgeMs?: number;
  readonly listener?: RequestListener;
}

/** Two upstreams behind one name, which resolves to the first until `move` is called. */
async function open({ scheme = 'http', connections = 1, maxAgeMs, listener = answerOk }: Options) {
  const old = await listen(scheme, '127.0.0.1', 0, listener);
  const fresh = await listen(scheme, '127.0.0.2', old.port, listener);
  let current = '127.0.0.1';
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    if (all === true) callback(null, [{ address: current, family: 4 }]);
    else callback(null, current, 4);
  };
  const settings = {
    PARTNER_API_URL: `${scheme}://upstream.test:${old.port}`,
    MAX_RESPONSE_BYTES: 1000,
    UPSTREAM_TIMEOUT_MS: 5000,
    UPSTREAM_MAX_CONNECTIONS: connections,
  };
  const trust = { ca: certificate.cert, checkServerIdentity: () => undefined };
  const connect = scheme === 'http' ? { lookup } : { lookup, ...trust };
  const pool = createPool(settings, { connect, ...(maxAgeMs !== undefined && { maxAgeMs }) });
  const transport = createUndiciTransport(settings, pool);
  onTestFinished(() => transport.close?.());
  return {
    transport,
    pool,
    old: old.seen,
    fresh: fresh.seen,
    server: old.server,
    move: () => (current = '127.0.0.2'),
  };
}

const request = { path: '/screens', headers: { authorization: 'Bearer secret' }, tenantKey: 'p' };

/** The address that answers; rejects where none does. */
const ask = async (transport: Transport): Promise<string | undefined> => {
  const { status, contentType } = await transport(request).response;
  expect(status).toBe(200);
  return contentType;
};

describe('steady traffic', () => {
  it.each([
    ['http', 1, 5],
    ['https', 8, 8],
    ['http', 4, 40],
  ] as const)(
    'leaves an address that DNS has left: %s, %i connections under %i clients',
    async (scheme, connections, clients) => {
      const { transport, old, fresh, move } = await open({ scheme, connections, maxAgeMs: 200 });
      let asked = 0;
      let isOver = false;
      const client = async (): Promise<void> => {
        while (!isOver) {
          await ask(transport);
          asked += 1;
        }
      };
      const traffic = Promise.all(Array.from({ length: clients }, client));
      await until('every connection is in use', () => asked > 20 * clients);
      move();
      // Left is what saw no request among so many.
      let left = -1;
      while (left !== old.requests) {
        left = old.requests;
        const before = asked;
        await until('traffic goes on', () => asked > before + 20 * clients);
      }
      isOver = true;
      await traffic;
      expect(fresh.requests).toBeGreaterThan(20 * clients);
      expect(old.connections + fresh.connections).toBeLessThan(asked / 2);
    },
  );

  it('keeps its connections for a minute', async () => {
    const { transport, old } = await open({ connections: 4 });
    for (let round = 0; round < 50; round += 1)
      await Promise.all(Array.from({ length: 8 }, () => ask(transport)));
    expect(old.requests).toBe(400);
    expect(old.connections).toBeLessThanOrEqual(4);
  });
});

describe('a connection that is old', () => {
  it('answers what it carries, and what waits for it is sent over a new one', async () => {
    const held: (() => void)[] = [];
    const { transport, old, fresh, move } = await open({
      maxAgeMs: 1,
      listener: (_message, response) => void held.push(() => response.end('{}')),
    });
    const answers = Array.from({ length: 3 }, () => ask(transport));
    await until('the first is asked', () => held.length === 1);
    const start = performance.now();
    await until('the connection is old', () => performance.now() - start > 5);
    move();
    for (let count = 1; count <= 3; count += 1) {
      await until(`request ${count} is asked`, () => held.length === count);
      held[count - 1]?.();
    }
    // The second goes over the old connection, and is the last that does.
    expect(await Promise.all(answers)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.2']);
    expect([old.connections, fresh.connections]).toEqual([1, 1]);
  });

  it('closed by the server while it is idle is no reason to close the next one early', async () => {
    const { transport, pool, old, server } = await open({ maxAgeMs: 100 });
    await ask(transport);
    const start = performance.now();
    await until('the connection is old', () => performance.now() - start > 120);
    const closed = once(pool, 'disconnect');
    server.closeIdleConnections();
    await closed;
    await ask(transport);
    await ask(transport);
    expect([old.requests, old.connections]).toEqual([3, 2]);
  });
});

describe('a name with several addresses', () => {
  it('tries them again where one was given up because it accepted slowly', async () => {
    const port = Number(new URL(await startDeafPort()).port);
    await listen('http', '127.0.0.2', port, answerOk);
    let lookUps = 0;
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      lookUps += 1;
      const address = lookUps === 1 ? '127.0.0.1' : '127.0.0.2';
      // Nothing listens at the other one.
      callback(
        null,
        [address, '127.0.0.3'].map((each) => ({ address: each, family: 4 })),
      );
    };
    const settings = {
      PARTNER_API_URL: `http://upstream.test:${port}`,
      MAX_RESPONSE_BYTES: 1000,
      UPSTREAM_TIMEOUT_MS: 5000,
      UPSTREAM_MAX_CONNECTIONS: 1,
    };
    const transport = createUndiciTransport(
      settings,
      createPool(settings, { connect: { lookup } }),
    );
    onTestFinished(() => transport.close?.());
    expect(await ask(transport)).toBe('127.0.0.2');
    expect(lookUps).toBe(2);
  });
});

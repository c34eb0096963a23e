import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { tryConnection } from '../../../src/rest/transport/try-connection.js';
import { createCertificate } from '../../rig/certificate.js';
import { startDeafPort } from '../../rig/deaf-port.js';
import { freePort, openUntilEnd } from '../../rig/port.js';
import { until } from '../../rig/wait.js';

const certificate = createCertificate({ address: '127.0.0.1' });

const attempt = (url: string, timeout = 5000) =>
  tryConnection({ PARTNER_API_URL: url, UPSTREAM_TIMEOUT_MS: timeout });

/** An upstream with what it has been sent. */
async function listen(scheme: 'http' | 'https') {
  const requests: unknown[] = [];
  const note = (request: unknown): void => void requests.push(request);
  const server = scheme === 'http' ? createServer(note) : createTlsServer({ ...certificate }, note);
  const port = await openUntilEnd(server);
  return { server, requests, url: `${scheme}://127.0.0.1:${port}/prefix` };
}

describe('an attempt to connect to PARTNER_API_URL', () => {
  it('opens a connection, sends no request, and closes it', async () => {
    const { server, requests, url } = await listen('http');
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    expect(await attempt(url)).toBeUndefined();
    await until('the connection has closed', () => sockets.every(({ closed }) => closed));
    expect([sockets.length, requests.length]).toEqual([1, 0]);
  });

  it('completes TLS', async () => {
    const { requests, url } = await listen('https');
    const settings = { PARTNER_API_URL: url, UPSTREAM_TIMEOUT_MS: 5000 };
    expect(await tryConnection(settings, { connect: { ca: certificate.cert } })).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it('finds a certificate that is not trusted, and a server that does not speak TLS', async () => {
    const secure = await listen('https');
    expect(await attempt(secure.url)).toEqual({
      cause: 'tls',
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    const plain = await listen('http');
    expect(await attempt(plain.url.replace('http:', 'https:'))).toMatchObject({ cause: 'tls' });
  });

  it('finds a name that does not resolve, and a port where nothing listens', async () => {
    expect(await attempt('https://no-such-host.invalid')).toMatchObject({ cause: 'dns' });
    const closed = await attempt(`http://127.0.0.1:${await freePort()}`);
    expect(closed).toEqual({ cause: 'refused', reason: 'ECONNREFUSED' });
  });

  it('ends where nothing accepts it in time', async () => {
    const found = await attempt(await startDeafPort(), 100);
    expect(found).toMatchObject({ cause: 'connect_timeout' });
  });
});

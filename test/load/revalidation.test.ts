import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createFacade } from '../../src/facade.js';
import { post } from '../fuzz/world.js';
import { credentials } from '../rig/credential.js';
import { organizationBody } from '../rig/raw-upstream.js';
import { until } from '../rig/wait.js';

// The rig forbids the headers of a revalidation, so the upstream is one of its own.
it.each([
  ['private, max-age=0', 'UPSTREAM_TIMEOUT'],
  // The cached response is served immediately, and no client waits for the new one.
  ['private, max-age=0, stale-while-revalidate=60', '"name":"First"'],
])(
  'C2: with CACHE=memory, a revalidation (%s) that is never answered is closed at its deadline',
  async (cacheControl, expected) => {
    let seen = 0;
    let inFlight = 0;
    const server = createServer((_request, response) => {
      seen += 1;
      inFlight += 1;
      response.once('close', () => (inFlight -= 1));
      if (seen > 1) return;
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': cacheControl,
        etag: '"1"',
      });
      response.end(organizationBody('First'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this kind.
    const { port } = server.address() as AddressInfo;
    const facade = createFacade({
      partnerApiUrl: `http://127.0.0.1:${port}`,
      settings: { LOG_LEVEL: 'silent', CACHE: 'memory', UPSTREAM_TIMEOUT_MS: '300' },
    });
    onTestFinished(async () => {
      await facade.close();
      server.closeAllConnections();
      server.close();
    });

    const ask = () => post(facade, { query: '{ organization { name } }' }, credentials.alpha.everything);
    expect((await ask()).text).toContain('"name":"First"');
    expect((await ask()).text).toContain(expected);
    await until('the response is revalidated', () => seen === 2);
    await until('the request is closed', () => inFlight === 0);
  },
);

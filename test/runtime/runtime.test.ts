import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { serve, type ServerType } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codesOf, everything, readResponse, startSystem } from '../system/test-system.js';
import { root } from '../docs/markdown.js';
import { createHonoApp } from '../../examples/hono/src/app.js';
import { createRoute } from '../../examples/next/src/route.js';
import { createNodeServer } from '../../examples/node-http/src/server.js';
import { createWorker } from '../../examples/worker/src/worker.js';
import { sumOf } from '../rig/metric.js';
import { openSimulator } from '../rig/open.js';

const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
const reading = {
  method: 'POST',
  headers,
  body: JSON.stringify({ query: '{ organization { id } screens { totalCount } }' }),
};
const read = {
  organization: { id: 'org_nordlicht' },
  screens: { totalCount: expect.any(Number) as number },
};

/** The address of a server that ends with the test. */
async function addressOf(server: ServerType): Promise<string> {
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  if (!server.listening) await once(server, 'listening');
  // A server on a port has an address of this kind.
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

describe('createFacade(options) as a fetch handler', () => {
  it('serves behind node:http, by the fast path and by fetch, beside other routes', async () => {
    const { facade } = await startSystem();
    const url = await addressOf(createNodeServer(facade).listen(0, '127.0.0.1'));
    expect(await (await fetch(`${url}/hello`)).text()).toBe('Hello.\n');
    expect((await readResponse(await fetch(`${url}/graphql`, reading))).data).toEqual(read);
    const usual = await fetch(`${url}/graphql?query={organization{id}}`, { headers });
    expect((await readResponse(usual)).data).toEqual({ organization: read.organization });
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  });

  it('serves inside Hono, on node:http and by Hono’s own request', async () => {
    const { facade } = await startSystem();
    const app = createHonoApp(facade);
    const url = await addressOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }));
    for (const answer of [
      await fetch(`${url}/graphql`, reading),
      await app.request('/graphql', reading),
    ])
      expect((await readResponse(answer)).data).toEqual(read);
    expect(await (await fetch(`${url}/hello`)).text()).toBe('Hello.\n');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  });

  it('inside Hono, a client that leaves ends its REST requests', async () => {
    const { facade, simulator } = await startSystem({ latencyMs: 20_000 });
    const server = serve({ fetch: createHonoApp(facade).fetch, port: 0, hostname: '127.0.0.1' });
    const leaving = new AbortController();
    const asked = fetch(`${await addressOf(server)}/graphql`, {
      ...reading,
      signal: leaving.signal,
    });
    await expect.poll(() => simulator.requests.length).toBe(2);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => sumOf(facade, 'operations_in_flight')).toBe(0);
  });
});

describe('a Next.js route handler as the backend of a dashboard', () => {
  const text = 'query Screens($first: Int) { screens(first: $first) { nodes { name } } }';

  async function openRoute() {
    const simulator = await openSimulator();
    const route = createRoute({
      partnerApiUrl: simulator.url,
      trustedDocuments: { 'screens.v1': text },
      // Session libraries read a signed cookie here.
      credentialOf: (request) =>
        Promise.resolve(request.headers.get('cookie') === 'session=alice' ? everything : undefined),
    });
    onTestFinished(() => route.close());
    const ask = (body: object, cookie = 'session=alice') =>
      route.POST(
        new Request('https://dashboard.example.com/api/signage', {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
          body: JSON.stringify(body),
        }),
      );
    return { simulator, ask };
  }

  it('serves the page’s documents with the session’s credential, which the answer does not hold', async () => {
    const { simulator, ask } = await openRoute();
    const answer = await ask({ documentId: 'screens.v1', variables: { first: 1 } });
    const told = JSON.stringify([...answer.headers]);
    const sent = await readResponse(answer);
    expect(sent.data).toEqual({ screens: { nodes: [{ name: expect.any(String) as string }] } });
    expect(sent.text + told).not.toContain(everything);
    expect(simulator.requests).toHaveLength(1);
  });

  it('serves nothing to nobody, and no document of the browser’s own', async () => {
    const { simulator, ask } = await openRoute();
    expect((await ask({ documentId: 'screens.v1' }, 'session=mallory')).status).toBe(401);
    const own = await readResponse(await ask({ query: '{ organization { name } }' }));
    expect(codesOf(own)).toEqual([' OPERATION_LIMIT_EXCEEDED']);
    expect(simulator.requests).toEqual([]);
  });
});

describe('a worker', () => {
  it('reads the Partner API with the platform’s fetch alone', async () => {
    const simulator = await openSimulator();
    const asked: string[] = [];
    const worker = createWorker((input, init) => {
      // The façade gives addresses as strings.
      asked.push(input as string);
      return fetch(input, init);
    });
    const environment = { PARTNER_API_URL: simulator.url };
    const answer = await worker.fetch(
      new Request('https://worker.example.com/graphql', reading),
      environment,
    );
    expect((await readResponse(answer)).data).toEqual(read);
    expect(asked).toHaveLength(simulator.requests.length);
    expect(asked.every((address) => address.startsWith(`${simulator.url}/api/partner/v1/`))).toBe(
      true,
    );
  });

  it('makes no code at run time, however often an operation comes', async () => {
    const simulator = await openSimulator();
    expect(await runRestricted(simulator.url, everything, 8)).toEqual(Array(8).fill('data'));
  });
});

const program = `
  import { createFacade } from './dist/facade.js';
  const [url, credential, times] = process.argv.slice(1);
  const settings = { GRAPHIQL: 'false', LOG_LEVEL: 'silent' };
  const facade = createFacade({ partnerApiUrl: url, fetch, settings });
  const kinds = [];
  for (let time = 0; time < Number(times); time += 1) {
    const answer = await facade.fetch(new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + credential },
      body: JSON.stringify({ query: '{ organization { id } screens { nodes { name status } } }' }),
    }));
    const { data, errors } = await answer.json();
    kinds.push(errors ? errors[0].message : data ? 'data' : 'nothing');
  }
  await facade.close();
  // The connections of the platform's fetch would keep the process for some seconds.
  process.stdout.write(JSON.stringify(kinds), () => process.exit());
`;

/**
 * Runs an operation several times in a process that forbids code from strings, as workers do.
 *
 * @returns `data` for each answer that has it, else the message of its first error
 */
async function runRestricted(url: string, credential: string, times: number): Promise<unknown> {
  const flags = [
    '--disallow-code-generation-from-strings',
    '--input-type=module',
    '--eval',
    program,
  ];
  const args = [...flags, url, credential, String(times)];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    timeout: 120_000,
  });
  return JSON.parse(stdout);
}

import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { everything } from '../system/test-system.js';
import { inPlace, type UnpackedPackage, unpack } from './packed.js';
import { serve } from './serve.js';

let unpacked: UnpackedPackage;
beforeAll(() => {
  unpacked = unpack();
}, 60_000);
afterAll(() => unpacked.remove());

/** Waits for the address that a server prints; the server ends with the test. */
async function addressOf(child: ChildProcess): Promise<string> {
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The example exited with ${String(code)}: ${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /^http:\/\/\S+$/m.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

const firstScreens = ['Berlin Hbf – Gleis 1 links', 'London King’s Cross – Platform 1 north'];
const fourScreens = [...firstScreens, 'Hamburg-Altona – Gleis 1 links', 'Paris Gare de Lyon – Voie 1 gauche'];
/** Offline, by name. */
const fourOffline = [
  'Berlin Hbf – Übergang zur U-Bahn',
  'Bruxelles-Midi – Salon grand voyageur 2',
  'Bruxelles-Midi – Voie 2 droite',
  'Edinburgh Waverley – Ticket hall desk 4',
];
const headers = { 'content-type': 'application/json', authorization: `Bearer ${everything}` };
const query = { method: 'POST', headers, body: JSON.stringify({ query: '{ organization { id } }' }) };

async function partnerApi(): Promise<string> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return simulator.url;
}

describe('an example in a folder of its own, with the packed package and what it declares', () => {
  it.each(['tada', 'relay'])(
    '%s generates, compiles, and reads a running façade',
    async (name) => {
      const { url, credential } = await serve();
      const { run } = unpacked.install(name);
      await run('generate');
      await run('types');
      const printed = await run('start', url, credential);
      for (const screen of firstScreens) expect(printed).toContain(screen);
    },
    60_000,
  );

  it('node-http compiles, and serves GraphQL', async () => {
    const { run, start } = unpacked.install('node-http');
    await run('types');
    const response = await fetch(await addressOf(start([await partnerApi()], { PORT: '0' })), query);
    expect(await response.json()).toMatchObject({ data: { organization: { id: 'org_nordlicht' } } });
  }, 60_000);
});

describe('an example in the clone', () => {
  it('codegen reads a running façade', async () => {
    const { url, credential } = await serve();
    const printed = await inPlace('codegen').runMain(url, credential);
    for (const screen of firstScreens) expect(printed).toContain(screen);
  });

  it.each(['apollo', 'relay'])('%s joins two pages of two lists of a running façade', async (name) => {
    const { url, credential } = await serve();
    const printed = await inPlace(name).runMain(url, credential);
    expect(printed.trim().split('\n')).toEqual([...fourScreens, ...fourOffline]);
  });

  it('codegen reads it with graphql-request too', async () => {
    const { url, credential } = await serve();
    const printed = await inPlace('codegen').run('start:graphql-request', url, credential);
    expect(printed).toContain(firstScreens[0]);
  });

  it('urql joins two pages of three lists of a running façade', async () => {
    const { url, credential } = await serve();
    const printed = await inPlace('urql').runMain(url, credential);
    expect(printed.trim().split('\n').slice(4)).toEqual([...fourScreens, ...fourOffline]);
  });

  it('hono serves GraphQL', async () => {
    const address = await addressOf(inPlace('hono').start([await partnerApi()], { PORT: '0' }));
    const response = await fetch(address, query);
    expect(await response.json()).toMatchObject({ data: { organization: { id: 'org_nordlicht' } } });
  });

  it('next serves its own document to a session', async () => {
    const env = { PORT: '0', PARTNER_API_URL: await partnerApi() };
    const address = await addressOf(inPlace('next').start([], env));
    const body = JSON.stringify({ documentId: 'screens.v1', variables: { first: 2 } });
    const session = { 'content-type': 'application/json', cookie: 'session=alice' };
    const response = await fetch(address, { method: 'POST', headers: session, body });
    expect(await response.text()).toContain(firstScreens[0]);
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(401);
  });

  it('opentelemetry prints the spans of an operation and its REST requests', async () => {
    const printed = await inPlace('opentelemetry').runMain(await partnerApi(), everything);
    const [operation, ...requests] = printed.trimEnd().split('\n');
    expect(operation).toBe('query Names');
    expect(requests.toSorted()).toEqual(['  partnerV1_organization', '  partnerV1_screens']);
  });

  it('worker reads the Partner API', async () => {
    const printed = await inPlace('worker').runMain(await partnerApi(), everything);
    expect(printed).toContain('"name":"Nordlicht Bahn & Retail"');
  });
});

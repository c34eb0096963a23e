import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { ensureBuilt } from '../rig/command.js';
import { until } from '../rig/wait.js';
import { everything } from '../system/test-system.js';
import { eventually } from '../telemetry/watched.js';
import { atEach, readSeries, request, startSeveral, times } from './several-workers.js';

beforeAll(ensureBuilt, 120_000);

const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' };

/** Starts two workers, and waits until both share. */
async function startTwo(settings: Readonly<Record<string, string>> = {}) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const facade = await startSeveral({ PARTNER_API_URL: simulator.url, ...settings });
  await until('both share', async () => (await readSeries(facade.url, 'partner_graphql_fleet_up')) === 1);
  return { simulator, facade };
}

it('a document that is registered at one worker is known to both', async () => {
  const { facade } = await startTwo();
  const query = '{ organization { name } }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };
  const post = (body: object) => request(facade.url, '/graphql', { method: 'POST', headers, body });
  expect((await post({ query, extensions })).body).toContain('Nordlicht');
  await eventually(async () =>
    (await atEach(facade, () => post({ extensions }))).map(({ body }) => body.includes('Nordlicht')),
  ).toEqual([true, true]);
});

/** Opens a stream over a connection of its own. */
async function openStream(url: string, query: string): Promise<() => string> {
  const outgoing = send(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/event-stream' },
    agent: false,
  });
  outgoing.on('error', () => undefined).end(JSON.stringify({ query }));
  onTestFinished(() => void outgoing.destroy());
  // The event has one argument, the response.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  return () => text;
}

it('subscribers of both workers share one poll', async () => {
  const { simulator, facade } = await startTwo({ LIVE_MIN_SECONDS: '1' });
  const query = 'subscription { live(everySeconds: 1) { organization { name } } }';
  const streams = await Promise.all(times(6, () => openStream(facade.url, query)));
  await until('each has an event', () => streams.every((text) => text().includes('Nordlicht')));
  const [sent, since] = [simulator.requests.length, performance.now()];
  await until('it was polled', () => simulator.requests.length >= sent + 4);
  // Two processes that poll would need half of the time.
  expect(performance.now() - since).toBeGreaterThan(2500);
});

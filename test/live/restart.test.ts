import { describe, expect, it } from 'vitest';
import { live } from '../../src/client/index.js';
import { createFacade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { credentials } from '../rig/credential.js';
import { atEnd } from '../rig/ending.js';
import { at } from '../rig/json.js';
import { closePort } from '../rig/port.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';

const { alpha, beta } = credentials;
const clientsOfEach = 10;

const document = 'subscription { live(everySeconds: 3600) { screens(first: 1) { nodes { name } } } }';

/** A façade on a port that goes away with all its connections, as a process that is killed. */
async function startFacade(partnerApiUrl: string, port = '0') {
  const settings = { PORT: port, LOG_LEVEL: 'silent' } as const;
  const facade = createFacade({ partnerApiUrl, settings });
  const { url, server } = await listen(facade);
  const kill = async (): Promise<void> => {
    await closePort(server, () => server.closeAllConnections());
    await facade.close();
  };
  atEnd(kill);
  return { url, kill };
}

interface Watching {
  readonly names: unknown[];
  attempts: number;
}

/** Watches until the test ends. */
function watch(url: string, credential: string): Watching {
  const watching: Watching = { names: [], attempts: 0 };
  const leaving = new AbortController();
  const read = async (): Promise<void> => {
    const events = live(`${url}/graphql`, {
      document,
      headers: { authorization: `Bearer ${credential}` },
      signal: leaving.signal,
      minDelayMs: 50,
      maxDelayMs: 500,
      onState: (state) => void (watching.attempts += state === 'connecting' ? 1 : 0),
    });
    for await (const { data } of events) watching.names.push(at(data, 'live.screens.nodes.0.name'));
  };
  const ended = read();
  atEnd(async () => {
    leaving.abort();
    await ended;
  });
  return watching;
}

/** One poll for all who join, and one more if the hour happens to end. */
function expectPolls(requests: number, credentialCount: number): void {
  expect(requests).toBeGreaterThanOrEqual(credentialCount);
  expect(requests).toBeLessThanOrEqual(2 * credentialCount);
}

describe('a restart of the façade under its streams', () => {
  it('gives all of them the current result, for one poll of each credential', async () => {
    const { upstream } = await startRig();
    const first = await startFacade(upstream.url);
    const holders = [alpha.everything, alpha.screens, beta.everything, beta.screens];
    const watchings = holders.flatMap((credential) =>
      Array.from({ length: clientsOfEach }, () => watch(first.url, credential)),
    );
    await until('all have a result', () => watchings.every(({ names }) => names.length === 1));
    expectPolls(upstream.count(), holders.length);

    await first.kill();
    const before = upstream.count();
    for (const { screens } of Object.values(upstream.organizations))
      screens[0] = { ...screens[0], name: 'Renamed' };
    await until('all have tried in vain', () => watchings.every(({ attempts }) => attempts >= 3));
    expect(upstream.count()).toBe(before);

    await startFacade(upstream.url, new URL(first.url).port);
    await until('all have the current result', () =>
      watchings.every(({ names }) => names.at(-1) === 'Renamed'),
    );
    for (const { names } of watchings) expect(names).toHaveLength(2);
    expectPolls(upstream.count() - before, holders.length);
  });
});

import { describe, expect, it } from 'vitest';
import { live } from '../../../src/client/index.js';
import { createFacade } from '../../../src/facade.js';
import { listen } from '../../../src/http/listener.js';
import { credentials } from '../../rig/credential.js';
import { atEnd } from '../../rig/ending.js';
import { type EventStream, subscribe } from '../../rig/event-stream.js';
import { at } from '../../rig/json.js';
import { closePort } from '../../rig/port.js';
import { held } from '../../rig/response.js';
import { type ResultBody, startRig } from '../../rig/rig.js';
import { until } from '../../rig/wait.js';

const mine = credentials.alpha.everything;
const other = credentials.beta.everything;
const query =
  'subscription { live(everySeconds: 1) { screens(first: 2) { nodes { id name } } media(first: 2) { nodes { id } } } }';
const organization = 'subscription { live(everySeconds: 1) { organization { name } } }';

async function setUp(settings: Readonly<Record<string, string>> = {}) {
  const rig = await startRig({ settings: { LIVE_MIN_SECONDS: '1', ...settings } });
  const url = await rig.listen();
  return {
    ...rig,
    open: (text: string, credential: string | null = mine): Promise<EventStream> =>
      subscribe(url, text, { credential }),
    countOf: (credential: string): number =>
      rig.requests.filter((request) => request.credential === credential).length,
  };
}

const codesOf = (event: ResultBody | undefined): unknown[] =>
  (event?.errors ?? []).map(
    ({ path, extensions }) => `${String(extensions['code'])} ${path?.join('.')}`,
  );

it('a part that fails is delivered beside the others, as in a query: a scope may go', async () => {
  const { open, upstream } = await setUp();
  const stream = await open(query);
  expect(codesOf(await stream.next())).toEqual([]);
  const grant = upstream.grants.get(mine);
  if (grant === undefined) throw new Error('No grant.');
  upstream.grants.set(mine, { ...grant, scopes: ['screens:read'] });
  const narrowed = await stream.next();
  expect(codesOf(narrowed)).toEqual(['FORBIDDEN live.media']);
  expect(at(narrowed, 'data.live.screens.nodes')).toHaveLength(2);
  stream.leave();
});

describe('the end of a subscription', () => {
  it('aborts the requests on their way when the last subscriber leaves, even before the first event', async () => {
    const { open, upstream, requests } = await setUp();
    const { respond, release } = held();
    upstream.on({}, respond);
    const [first, second] = await Promise.all([open(query), open(query)]);
    await until('both requests are on their way', () => upstream.inFlight() === 2);
    first.leave();
    const third = await open(query);
    second.leave();
    expect(upstream.inFlight()).toBe(2);
    third.leave();
    await until('they are aborted', () => upstream.inFlight() === 0);
    expect(requests.map(({ peerLeft }) => peerLeft)).toEqual([true, true]);
    release();
  });

  it.each(['startDraining', 'close'] as const)('%s completes all streams', async (method) => {
    const { open, facade } = await setUp();
    const streams = [await open(organization), await open(organization, other)];
    for (const each of streams) await each.next();
    await facade[method]();
    for (const each of streams) expect(await each.next()).toBeUndefined();
    const late = await open(organization);
    expect(late.status).toBe(503);
    expect(late.headers.get('retry-after')).toBe('5');
    expect(codesOf(await late.next())).toEqual(['OPERATION_LIMIT_EXCEEDED undefined']);
  });
});

const clientsOfEach = 10;

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

/** Watches until the test ends. */
function watch(url: string, credential: string) {
  const watching = { names: new Array<unknown>(), attempts: 0 };
  const leaving = new AbortController();
  const read = async (): Promise<void> => {
    const events = live(`${url}/graphql`, {
      document:
        'subscription { live(everySeconds: 3600) { screens(first: 1) { nodes { name } } } }',
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

it('a restart of the façade under its streams gives all of them the current result, for one poll of each credential', async () => {
  const { upstream } = await startRig();
  const first = await startFacade(upstream.url);
  const { alpha, beta } = credentials;
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

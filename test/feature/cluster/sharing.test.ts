import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  operationRequest as pageRequest,
  sessionRequest,
  type Visitor,
} from '../../dashboard/visitor.js';
import { sha256 } from '../../document/manifest.js';
import { named } from '../../document/request.js';
import { subscribe } from '../../rig/event-stream.js';
import { sumOf } from '../../rig/metric.js';
import { openSimulator } from '../../rig/open.js';
import { operationRequest } from '../../rig/operation-request.js';
import { until } from '../../rig/wait.js';
import { everything } from '../../system/test-system.js';
import { eventually } from '../../extra/telemetry/watched.js';
import {
  ask,
  atEach,
  fetchApart,
  namesOf,
  type SeveralWorkers,
  signInAt,
  startSeveral,
  times,
} from '../../extra/cluster/several-workers.js';

const organization = '{ organization { name } }';

const sharing = (facade: SeveralWorkers): Promise<void> =>
  until('both share', async () => (await sumOf(facade.url, 'fleet_up')) === 1);

/**
 * Waits until each worker knows a visitor so. On a busy machine the store may be away for a moment.
 */
const knowing = (
  facade: SeveralWorkers,
  visitor: Visitor,
  name: string | undefined,
): Promise<void> => eventually(() => namesOf(facade, visitor)).toEqual([name, name]);

async function kill(facade: SeveralWorkers): Promise<void> {
  process.kill(facade.workers()[0]?.pid ?? 0, 'SIGKILL');
  await eventually(() => facade.workers().length).toBe(3);
  await sharing(facade);
}

let facade: SeveralWorkers;
let stop: () => void;

beforeAll(async () => {
  facade = await startSeveral({ LIVE_MIN_SECONDS: '1' }, (end) => (stop = end));
  await sharing(facade);
});

afterAll(() => stop());

it('an operation costs no message between the processes in the normal case', async () => {
  const query = '{ screens(first: 5) { totalCount nodes { name } } }';
  await Promise.all(times(10, () => ask(facade.url, '/graphql', query)));
  const before = await sumOf(facade.url, 'fleet_commands_total');
  await Promise.all(times(20, () => ask(facade.url, '/graphql', query)));
  expect(await sumOf(facade.url, 'fleet_commands_total')).toBe(before);
});

it('a document that is registered at one worker is known to both', async () => {
  const extensions = named(sha256(organization));
  const post = async (query?: string): Promise<boolean> => {
    const options = { url: facade.url, credential: everything, members: { query, extensions } };
    return (await (await fetchApart(operationRequest('', options))).text()).includes('Nordlicht');
  };
  expect(await post(organization)).toBe(true);
  await eventually(() => atEach(facade, () => post())).toEqual([true, true]);
});

it('subscribers of both workers share one poll', async () => {
  const query = `subscription { live(everySeconds: 1) ${organization} }`;
  const open = () => subscribe(facade.url, query, { credential: everything });
  const streams = await Promise.all(times(6, open));
  for (const stream of streams) expect((await stream.next())?.errors).toBeUndefined();
  const [before, since] = [await sumOf(facade.url, 'live_polls_total'), performance.now()];
  await until(
    'it was polled',
    async () => (await sumOf(facade.url, 'live_polls_total')) >= before + 4,
  );
  // Two processes that poll would need half of the time.
  expect(performance.now() - since).toBeGreaterThan(2500);
  for (const stream of streams) stream.leave();
});

it('a visitor of the dashboard is known at each worker, also after a restart, until a sign-out at one', async () => {
  const [visitor, other] = [await signInAt(facade), await signInAt(facade, 'media only')];
  await knowing(facade, visitor, 'everything');
  const operation = () => fetchApart(pageRequest(visitor, { query: organization }, {}, facade.url));
  for (const response of await atEach(facade, operation))
    expect(await response.text()).toContain('Nordlicht');
  await kill(facade);
  await knowing(facade, visitor, 'everything');
  expect((await fetchApart(sessionRequest('DELETE', visitor, facade.url))).status).toBe(200);
  await knowing(facade, visitor, undefined);
  await knowing(facade, other, 'media only');
});

it('a quota is met once: a 429 at one worker silences both, and a successor', async () => {
  const limited = await openSimulator({
    quota: { requests: 3, windowSeconds: 60, retryAfter: true },
  });
  const several = await startSeveral({ PARTNER_API_URL: limited.url });
  await sharing(several);
  const query = async (): Promise<string> =>
    (await ask(several.url, '/graphql', organization)).body;
  await until('the quota is spent', async () => (await query()).includes('RATE_LIMITED'));
  await until('the other one has heard', async () => {
    const received = await sumOf(several.url, 'fleet_messages_total', 'direction="received"');
    return received > 0;
  });
  const sent = limited.requests.length;
  expect(sent).toBe(4);
  for (const body of await atEach(several, query)) expect(body).toContain('RATE_LIMITED');
  // It hears what holds before it shares.
  await kill(several);
  for (const body of await atEach(several, query)) expect(body).toContain('RATE_LIMITED');
  expect(limited.requests).toHaveLength(sent);
});

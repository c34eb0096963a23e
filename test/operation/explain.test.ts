import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { held } from '../rig/response.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { type HttpClient, transports } from '../system/http-client.js';
import { everything, expectRefused, startSystem } from '../system/test-system.js';

describe.each(transports)('X-Upstream-Explain, through %s', (_transport, open) => {
  const ask = (client: HttpClient, explain: string) =>
    client.ask('{ organization { id } }', { headers: { 'x-upstream-explain': explain } });

  it.each(['plan', ' Plan ', 'trace'])('%j is accepted', async (explain) => {
    const { status, errors } = await ask(await open(), explain);
    expect([status, errors]).toEqual([200, []]);
  });

  it.each([
    ['another word', 'cost'],
    ['the credential', everything],
    ['the Authorization header', `Bearer ${everything}`],
  ])(
    'G9: %s is BAD_USER_INPUT, is not repeated, and sends no REST request',
    async (_what, explain) => {
      const client = await open();
      const response = await ask(client, explain);
      expectRefused(client, response, 'BAD_USER_INPUT');
      expect(response.errors[0]?.message).toContain('must be "plan" or "trace"');
      const all = response.text + [...response.headers].flat().join(' ');
      expect(all.toLowerCase()).not.toContain(explain.toLowerCase());
    },
  );
});

it('a window of a list is planned by the length that the list had when it was last read', async () => {
  const { facade } = await startSystem({ size: { screens: 250 } });
  const plan = async (selection: string) => {
    const request = { query: `{ ${selection} }`, credential: everything, explain: 'plan' } as const;
    const { extensions } = await facade.run(request);
    return extensions?.upstream?.plan?.map(({ atLeast, atMost }) => [atLeast, atMost]);
  };
  const window = 'screens(first: 1000) { nodes { id } }';
  expect(await plan(window)).toEqual([[1, 10]]);
  await facade.run({ query: `{ ${window} }`, credential: everything });
  expect(await plan(window)).toEqual([[1, 3]]);
  expect(await plan('screens(first: 150) { nodes { id } }')).toEqual([[1, 2]]);
  expect(await plan('screens(last: 1000) { nodes { id } }')).toEqual([[1, 5]]);
});

const query = '{ organization { name } }';
const traced = { 'x-upstream-explain': 'trace' };
const path = 'extensions.upstream.trace';

/** A façade whose next request of the organization waits. */
async function setUp() {
  const rig = await startRig({ settings: { LIVE_MIN_SECONDS: '1' } });
  const hold = held();
  rig.upstream.on({ operation: 'partnerV1_organization' }, hold.respond);
  return { ...rig, hold };
}

describe('a trace is for the client that asks for it', () => {
  const orders = [
    [traced, {}],
    [{}, traced],
  ] as const;

  it.each(orders)(
    'not for one that sends the same operation: %j, then %j',
    async (first, second) => {
      const { ask, upstream, hold, facade } = await setUp();
      const asked = [ask(query, {}, undefined, { headers: first })];
      await until('the request', () => upstream.count() === 1);
      asked.push(ask(query, {}, undefined, { headers: second }));
      // It joins what is in flight within its own turn, or sends.
      await facade.run({ query: '{ __typename }' });
      hold.release();
      const responses = await Promise.all(asked);
      const hasTrace = responses.map(({ body }) => at(body, path) !== undefined);
      expect(hasTrace).toEqual([first === traced, second === traced]);
      expect(upstream.count()).toBe(1);
    },
  );

  it.each(orders)(
    'nor for a subscriber whose poll is due with it: %j, then %j',
    async (first, second) => {
      const { listen, upstream, hold } = await setUp();
      const url = await listen();
      const credential = credentials.alpha.everything;
      const open = (headers: Readonly<Record<string, string>>) =>
        subscribe(url, `subscription { live(everySeconds: 3600) ${query} }`, {
          credential,
          headers,
        });
      const streams = [await open(first)];
      await until('the request', () => upstream.count() === 1);
      streams.push(await open(second));
      hold.release();
      const events = await Promise.all(streams.map((each) => each.next()));
      const hasTrace = events.map((event) => at(event, path) !== undefined);
      expect(hasTrace).toEqual([first === traced, second === traced]);
      for (const each of streams) each.leave();
    },
  );
});

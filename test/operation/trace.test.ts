import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { subscribe } from '../rig/event-stream.js';
import { at } from '../rig/json.js';
import { held } from '../rig/response.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';

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
  it.each([
    [traced, {}],
    [{}, traced],
  ])('not for one that sends the same operation meanwhile: %j, then %j', async (first, second) => {
    const { ask, upstream, hold, facade } = await setUp();
    const asked = [ask(query, {}, undefined, { headers: first })];
    await until('the request', () => upstream.count() === 1);
    asked.push(ask(query, {}, undefined, { headers: second }));
    // It joins what is in flight within its own turn, or sends.
    await facade.run({ query: '{ __typename }' });
    hold.release();
    const responses = await Promise.all(asked);
    expect(responses.map(({ body }) => at(body, path) !== undefined)).toEqual([
      first === traced,
      second === traced,
    ]);
    expect(upstream.count()).toBe(1);
  });

  it.each([
    [traced, {}],
    [{}, traced],
  ])(
    'nor for a subscriber whose poll is due together with that of another: %j, then %j',
    async (first, second) => {
      const { listen, upstream, hold } = await setUp();
      const url = await listen();
      const open = (headers: Readonly<Record<string, string>>) =>
        subscribe(url, `subscription { live(everySeconds: 3600) ${query} }`, {
          credential: credentials.alpha.everything,
          headers,
        });
      const streams = [await open(first)];
      await until('the request', () => upstream.count() === 1);
      streams.push(await open(second));
      hold.release();
      const events = await Promise.all(streams.map((each) => each.next()));
      expect(events.map((event) => at(event, path) !== undefined)).toEqual([
        first === traced,
        second === traced,
      ]);
      for (const each of streams) each.leave();
    },
  );
});

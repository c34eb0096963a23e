import { describe, expect, it } from 'vitest';
import { held, truthful } from '../rig/response.js';
import { credentials, marker } from '../rig/credential.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from './outcome.js';
import { configurations, ids } from './unproven.js';

const query = '{ organization { id } }';

const good = credentials.alpha.everything;

describe('a thousand invented credentials with a slow operation each', () => {
  const invented = (nth: number): string => `pk_${marker}_stranger_${nth}`;

  async function startFlood() {
    const rig = await startRig();
    for (const each of [good, credentials.beta.everything]) expectIntact(await rig.ask(query, {}, each));
    const slow = held();
    rig.upstream.on({}, (exchange) =>
      exchange.request.credential?.includes('stranger') === true
        ? slow.respond(exchange)
        : truthful(exchange),
    );
    const flood = Array.from({ length: 1000 }, (_, nth) => rig.ask(query, {}, invented(nth)));
    await until('the flood is under way', () => rig.upstream.inFlight() >= 32);
    return { ...rig, flood, slow };
  }

  it('hold a quarter of the places and of the operations; an accepted one is served at once', async () => {
    const rig = await startFlood();
    for (let round = 0; round < 20; round += 1) {
      expectIntact(await rig.ask(query));
      expectIntact(await rig.ask(configurations, ids(5), credentials.beta.everything));
      expect(rig.upstream.inFlight()).toBe(32);
    }
    rig.slow.release();
    const answers = await Promise.all(rig.flood);
    const shed = answers.filter((each) => each.status === 503);
    expect(shed).toHaveLength(750);
    for (const each of shed) {
      expect(Number(each.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(each.body.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
    }
    expect(answers.filter((each) => each.status === 401)).toHaveLength(250);
  });

  it('a good credential that is new gets 503 with Retry-After at once, and is served when they have gone', async () => {
    const rig = await startFlood();
    const fresh = credentials.alpha.screens;
    const refused = await rig.ask(query, {}, fresh);
    expect([refused.status, Number(refused.headers.get('retry-after')) >= 1]).toEqual([503, true]);
    expect(refused.body.errors?.[0]?.message).toContain('MAX_OPERATIONS');
    rig.slow.release();
    await Promise.all(rig.flood);
    expectIntact(await rig.ask(query, {}, fresh));
  });
});

import { describe, expect, it } from 'vitest';
import { held, later, status, truthful } from '../rig/response.js';
import { isList } from '../rig/json.js';
import { dataAt, errorsOf, startRawRig, startRig } from '../rig/rig.js';
import { timed, until } from '../rig/wait.js';
import { expectIntact } from './outcome.js';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `s${index + 1}`);
const configurations =
  'query ($ids: [ID!]!) { intact: organization { name } playbackConfigurations(screenIds: $ids) { revision screen { id } } }';

describe('what is sent again', () => {
  it('D8: a connection that is closed is, once, for each of several that fail together', async () => {
    const rig = await startRawRig((socket) => void socket.destroy());
    const answer = await rig.ask(
      '{ organization { name } a: screen(id: "a") { name } b: playlist(id: "b") { name } }',
    );
    expect(errorsOf(answer).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'UPSTREAM_UNAVAILABLE'),
    );
    const targets = rig.requests.map(({ target }) => target).sort();
    expect(targets).toHaveLength(6);
    expect(new Set(targets).size).toBe(3);
    expect(answer.body.extensions).toMatchObject({ upstream: { requests: 6 } });
  });
});

describe('an upstream that is out of service', () => {
  it('D5: costs at most two requests for each planned one, ends no operation late, and is believed when it is back', async () => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 40 },
      settings: { OPERATION_TIMEOUT_MS: '15000' },
    });
    let isDown = true;
    upstream.on({}, (exchange) => (isDown ? status(503)(exchange) : truthful(exchange)));
    let planned = 0;
    const ask40 = () =>
      Array.from({ length: 40 }, (_, index) => {
        planned += 1;
        return ask(`{ screen(id: "s${index + 1}") { name } }`);
      });
    for (let round = 0; round < 5; round += 1) {
      const { result, milliseconds } = await timed(() => Promise.all(ask40()));
      for (const answer of result)
        expect(errorsOf(answer)).toMatchObject([
          { path: 'screen', code: 'UPSTREAM_UNAVAILABLE', status: 503 },
        ]);
      expect(milliseconds).toBeLessThan(17_000);
    }
    expect(upstream.count()).toBeLessThanOrEqual(2 * planned);
    expect(upstream.count()).toBeGreaterThanOrEqual(planned);
    isDown = false;
    for (const answer of await Promise.all(ask40())) expectIntact(answer);
  });
});

describe('many readers', () => {
  const query =
    '{ organization { name } screens(first: 5) { nodes { name playbackConfiguration { items { media { name } } } } } }';

  it('D10: five hundred equal operations of one credential cost one set of requests', async () => {
    const { ask, upstream } = await startRig();
    const gates = (['partnerV1_organization', 'partnerV1_screens'] as const).map((operation) => {
      const gate = held();
      upstream.on({ operation }, gate.respond);
      return gate;
    });
    const asked = Array.from({ length: 500 }, () => ask(query));
    await until('the first requests run', () => upstream.inFlight() === 2);
    for (const { release } of gates) release();
    const answers = await Promise.all(asked);
    for (const answer of answers) expectIntact(answer);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    // An operation that continues before the others have their data may repeat a request that is no longer in flight.
    expect(upstream.count('partnerV1_organization')).toBe(1);
    expect(upstream.count('partnerV1_screens')).toBe(1);
    expect(upstream.count('partnerV1_screenConfiguration')).toBeLessThanOrEqual(5 * 10);
    const sent = answers
      .map(({ body }) => body.extensions)
      .reduce<number>(
        (sum, each) => sum + Number(/"requests":(\d+)/.exec(JSON.stringify(each))?.[1] ?? 0),
        0,
      );
    expect(sent).toBe(upstream.count());
  });
});

describe('large operations', () => {
  it.each([1, 32])('D12: 300 ids keep within UPSTREAM_MAX_CONCURRENCY=%d, in order', async (most) => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 300 },
      settings: {
        UPSTREAM_MAX_CONCURRENCY: String(most),
        UPSTREAM_MAX_CONNECTIONS: String(most + 3),
        MAX_UPSTREAM_REQUESTS: '1000',
      },
    });
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, (exchange) =>
      later(Math.random() * 3)(exchange),
    );
    const answer = await ask(configurations, { ids: ids(300) });
    expectIntact(answer);
    const list = dataAt(answer, 'playbackConfigurations');
    expect(
      isList(list) && list.map((_, index) => dataAt(answer, `playbackConfigurations.${index}.screen.id`)),
    ).toEqual(ids(300));
    expect(upstream.maxInFlight()).toBeLessThanOrEqual(most);
    expect(upstream.socketsOpened()).toBeLessThanOrEqual(most + 3);
    expect(upstream.count()).toBe(301);
  });

  it('D14: a request beyond the budget is not sent, and data that was read stays', async () => {
    const { ask, upstream } = await startRig({ sizes: { screens: 300 } });
    const answer = await ask('{ screens(first: 300) { nodes { name playbackConfiguration { revision } } } }');
    expect(upstream.count()).toBe(250);
    const errors = errorsOf(answer);
    expect(errors).toHaveLength(300 - 247);
    for (const { code, operation } of errors)
      expect([code, operation]).toEqual(['UPSTREAM_BUDGET_EXCEEDED', 'partnerV1_screenConfiguration']);
    expect(answer.body.errors?.[0]?.message).toContain('250 REST requests (MAX_UPSTREAM_REQUESTS)');
    expect(dataAt(answer, 'screens.nodes.299.name')).toBe('Screen 300 stamp:alpha');
    expect(answer.body.extensions).toMatchObject({ upstream: { requests: 250, limit: 250 } });
    expect(answer.status).toBe(200);
  });

  it('D14: second attempts count, and are not made beyond it', async () => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 30 },
      settings: { MAX_UPSTREAM_REQUESTS: '20', UPSTREAM_MAX_CONCURRENCY: '2' },
    });
    upstream.on({ operation: 'partnerV1_screenConfiguration' }, status(503));
    const answer = await ask('{ screens(first: 30) { nodes { name playbackConfiguration { revision } } } }');
    expect(upstream.count()).toBe(20);
    expect(answer.body.extensions).toMatchObject({ upstream: { requests: 20, limit: 20 } });
    const codes = errorsOf(answer).map(({ code }) => code);
    expect(codes).toHaveLength(30);
    expect(new Set(codes)).toEqual(new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_BUDGET_EXCEEDED']));
  });
});

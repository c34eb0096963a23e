import { describe, expect, it } from 'vitest';
import { credentials, marker, stranger } from '../rig/credential.js';
import { held, type Responder, status, truthful } from '../rig/response.js';
import { errorsOf, startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';
import { expectIntact } from './outcome.js';
const configurations =
  'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';

const ids = (count: number, first = 1) => ({
  ids: Array.from({ length: count }, (_, index) => `s${first + index}`),
});

const query = '{ organization { id } }';

const good = credentials.alpha.everything;

/** Milliseconds, longer than a test: a held request must not reach its deadline on a busy machine. */
const patient = { UPSTREAM_TIMEOUT_MS: '300000', OPERATION_TIMEOUT_MS: '300000' };

/**
 * Lets whatever is about to be sent be sent: the answer to another credential's request goes the
 * same way.
 */
const fence = async ({ ask }: Awaited<ReturnType<typeof startRig>>): Promise<void> => {
  expectIntact(await ask('{ playlist(id: "p1") { id } }', {}, credentials.beta.everything));
};

/** A rig with screens enough, whose requests for configurations are held one by one. */
async function startHeld() {
  const rig = await startRig({ sizes: { screens: 100 }, settings: patient });
  const holds: { readonly release: (responder?: Responder) => void }[] = [];
  rig.upstream.on({ operation: 'partnerV1_screenConfiguration' }, (exchange) => {
    let then: Responder = truthful;
    const { respond, release } = held((each) => then(each));
    holds.push({
      release(other = truthful) {
        then = other;
        release();
      },
    });
    return respond(exchange);
  });
  return { ...rig, holds, arrived: () => holds.length };
}

type Held = Awaited<ReturnType<typeof startHeld>>;

/** So many requests arrive, and no more before one of them is answered. */
async function expectArrived(rig: Held, count: number): Promise<void> {
  await until(`${count} requests`, () => rig.arrived() === count);
  await fence(rig);
  expect(rig.arrived()).toBe(count);
}

/** Answers what has not been answered yet, each request when it has arrived. */
async function answerInTurn(rig: Held, from: number, to: number): Promise<void> {
  for (let next = from; next < to; next += 1) {
    await until('the next request', () => rig.arrived() > next);
    rig.holds[next]?.release();
  }
}

describe('a credential that has not been accepted yet', () => {
  it('has four requests on their way; a 401 ends all the others unsent', async () => {
    const rig = await startHeld();
    const asked = rig.ask(configurations, ids(60), stranger);
    await expectArrived(rig, 4);
    for (const { release } of rig.holds) release(status(401));
    const answer = await asked;
    expect(answer.status).toBe(401);
    expect(errorsOf(answer)).toHaveLength(60);
    for (const error of errorsOf(answer))
      expect(error).toMatchObject({
        code: 'UNAUTHENTICATED',
        operation: 'partnerV1_screenConfiguration',
        status: 401,
      });
    await fence(rig);
    expect(rig.arrived()).toBe(4);
  });

  it('has four in all its operations together; the first 401 ends what waits in each of them', async () => {
    const rig = await startHeld();
    const asked = Array.from({ length: 10 }, (_, nth) =>
      rig.ask(
        `query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } organization { id } }`,
        ids(8, 1 + 8 * nth),
        stranger,
      ),
    );
    await expectArrived(rig, 4);
    rig.holds[2]?.release(status(401));
    // The others are answered before the operations that wait for them end; nothing more is sent
    // meanwhile.
    for (const nth of [0, 1, 3]) rig.holds[nth]?.release(status(401));
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(401);
      expect(
        new Set(
          errorsOf(answer).map(({ code, operation }) => `${String(code)} ${String(operation)}`),
        ),
      ).toEqual(
        new Set([
          'UNAUTHENTICATED partnerV1_screenConfiguration',
          'UNAUTHENTICATED partnerV1_organization',
        ]),
      );
    }
    expect(rig.requests.filter(({ credential }) => credential === stranger)).toHaveLength(4);
  });

  it.each<[string, Responder]>([
    ['a 200', truthful],
    ['a 403', status(403)],
    ['a 404', status(404)],
  ])('sends all the rest at once after %s', async (_what, answer) => {
    const rig = await startHeld();
    const organization = held(answer);
    rig.upstream.on(
      { operation: 'partnerV1_organization', credential: good },
      organization.respond,
    );
    // A refused scope would end the rest; the organization needs none.
    const asked = rig.ask(
      `query ($ids: [ID!]!) { organization { id } playbackConfigurations(screenIds: $ids) { revision } }`,
      ids(31),
    );
    await until('four requests', () => rig.upstream.inFlight() === 4);
    await fence(rig);
    expect(rig.arrived()).toBe(3);
    organization.release();
    await until('all requests', () => rig.arrived() === 31);
    for (const { release } of rig.holds) release();
    await asked;
  });

  it.each<[string, Responder]>([
    ['a 400', status(400)],
    ['a 429', status(429, { headers: { 'retry-after': '0' }, json: {} })],
    ['a 500', status(500)],
    ['a body that breaks the contract', status(200, { json: {} })],
  ])('is not accepted by %s', async (_what, answer) => {
    const rig = await startHeld();
    rig.upstream.on({ operation: 'partnerV1_organization', credential: good }, answer);
    await rig.ask(query);
    rig.upstream.on({ operation: 'partnerV1_organization' }, truthful);
    const asked = rig.ask(configurations, ids(20));
    await expectArrived(rig, 4);
    await answerInTurn(rig, 0, 20);
    expectIntact(await asked);
  });

  it('whichever comes first, the latest verdict counts: 200 then 401, and 401 then 200', async () => {
    for (const [verdicts, inFlight] of [
      [[truthful, status(401)], 4],
      [[status(401), truthful], 20],
    ] as const) {
      const rig = await startHeld();
      const both = [0, 1].map((nth) => rig.ask(configurations, ids(1, 1 + nth), good));
      await until('both requests', () => rig.arrived() === 2);
      for (const [nth, verdict] of verdicts.entries()) {
        rig.holds[nth]?.release(verdict);
        await both[nth];
      }
      const later = rig.ask(configurations, ids(20, 3));
      await expectArrived(rig, 2 + inFlight);
      await answerInTurn(rig, 2, 22);
      expectIntact(await later);
    }
  });
});

describe('a thousand invented credentials with a slow operation each', () => {
  const invented = (nth: number): string => `pk_${marker}_stranger_${nth}`;

  async function startFlood() {
    const rig = await startRig({ settings: patient });
    for (const each of [good, credentials.beta.everything])
      expectIntact(await rig.ask(query, {}, each));
    const slow = held();
    rig.upstream.on({}, (exchange) =>
      exchange.request.credential?.includes('stranger') === true
        ? slow.respond(exchange)
        : truthful(exchange),
    );
    let refused = 0;
    const flood = Array.from({ length: 1000 }, async (_, nth) => {
      const answer = await rig.ask(query, {}, invented(nth));
      if (answer.status === 503) refused += 1;
      return answer;
    });
    // An operation that comes when others have ended finds a place: all have come before that.
    await until('the rest of the flood is refused', () => refused === 750);
    await until('the flood is under way', () => rig.upstream.inFlight() === 32);
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
      expect(each.body.errors).toMatchObject([
        { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
      ]);
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

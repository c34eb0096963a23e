import fc from 'fast-check';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Admission } from '../../src/operation/admission.js';
import { thrownBy } from '../examples/thrown.js';
import { expectIntact } from '../fault/outcome.js';
import { credentials } from '../rig/credential.js';
import { operationRequest } from '../rig/operation-request.js';
import { held, later, status, truthful } from '../rig/response.js';
import { errorsOf, type Rig, type RigResponse, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { until } from '../rig/wait.js';

const [quiet, loud] = [credentials.beta.everything, credentials.alpha.everything];
/** Credentials that the upstream knows and that have not been used. */
const others = [
  credentials.alpha.screens,
  credentials.alpha.media,
  credentials.beta.playlists,
  credentials.beta.media,
];

const query = '{ organization { name } }';
/** Operations that cannot be shared: each reads another record. */
const reading = (nth: number): string => `{ screen(id: "s${nth}") { name } }`;
/**
 * Has the upstream accept both credentials: of others only a quarter of the operations, and few
 * requests, are let in.
 */
const accept = async (ask: Rig<Upstream>['ask']): Promise<void> => {
  for (const each of [quiet, loud]) expect((await ask(query, {}, each)).status).toBe(200);
};
const stranger = () => ({ isAccepted: false, operations: 0 });
const isShed = ({ status }: RigResponse): boolean => status === 503;

describe('D18: more operations than MAX_OPERATIONS', () => {
  it('are shed at once with 503 and Retry-After; health stays 200; later ones are served again', async () => {
    const { ask, upstream, fetch } = await startRig({ settings: { MAX_OPERATIONS: '8' } });
    await accept(ask);
    const gate = held();
    upstream.on({}, gate.respond);
    const inside = [quiet, loud].flatMap((each) =>
      Array.from({ length: 4 }, (_, nth) => ask(reading(nth + 1), {}, each)),
    );
    await until('all are under way', () => upstream.inFlight() === 8);
    const shed = await Promise.all(
      Array.from({ length: 100 }, (_, at) => ask(query, {}, others[at % 4])),
    );
    for (const { status, headers, body } of shed) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('1');
      expect(body.data).toBeUndefined();
      expect(body.errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }]);
      expect(body.errors?.[0]?.message).toContain('MAX_OPERATIONS');
    }
    expect(upstream.count()).toBe(2 + 8);
    for (const path of ['/health/live', '/health/ready'])
      expect((await fetch(new Request(`http://facade.test${path}`))).status).toBe(200);
    gate.release();
    for (const answer of await Promise.all(inside)) expect(answer.status).toBe(200);
    expect((await ask(query, {}, others[0])).status).toBe(200);
  });

  it('take no place without a REST request: introspection and refused operations continue', async () => {
    const { ask, upstream } = await startRig({ settings: { MAX_OPERATIONS: '2' } });
    await accept(ask);
    const gate = held();
    upstream.on({}, gate.respond);
    const inside = [quiet, loud].map((each) => ask(query, {}, each));
    await until('both are under way', () => upstream.inFlight() === 2);
    expect((await ask('{ __typename }')).body.data).toEqual({ __typename: 'Query' });
    expect((await ask('{ nothing }')).body.errors).toMatchObject([
      { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
    gate.release();
    await Promise.all(inside);
  });

  it('one credential gets half of the places, and its flood keeps no other credential out', async () => {
    const { ask, upstream } = await startRig({ settings: { MAX_OPERATIONS: '10' } });
    await accept(ask);
    const gate = held();
    upstream.on({ credential: loud }, gate.respond);
    const flood = Array.from({ length: 50 }, (_, nth) => ask(reading(nth), {}, loud));
    await until('the flood is under way', () => upstream.inFlight() === 5);
    expect((await ask(query, {}, quiet)).status).toBe(200);
    gate.release();
    const answers = await Promise.all(flood);
    expect(answers.filter(isShed)).toHaveLength(45);
  });

  it('a client that leaves, an operation out of time and one in parts give their places back', async () => {
    const settings = { MAX_OPERATIONS: '2', OPERATION_TIMEOUT_MS: '200' };
    const { ask, upstream, fetch } = await startRig({ settings });
    const gate = held();
    upstream.on({ operation: 'partnerV1_organization' }, gate.respond);
    for (let round = 0; round < 3; round += 1) {
      const leaving = new AbortController();
      const asked = ask(query, {}, loud, { signal: leaving.signal }).catch(() => undefined);
      await until('it is under way', () => upstream.inFlight() === 1);
      leaving.abort();
      await asked;
      await until('it is over', () => upstream.inFlight() === 0);
      expect((await ask(query, {}, loud)).body.errors).toMatchObject([
        { extensions: { code: 'UPSTREAM_TIMEOUT' } },
      ]);
    }
    const inParts = operationRequest('{ screens(first: 1) { nodes { id ... @defer { name } } } }', {
      credential: loud,
      headers: { accept: 'multipart/mixed' },
    });
    expect(await (await fetch(inParts)).text()).toContain('"hasNext":false');
    gate.release();
    expect((await ask(query, {}, loud)).status).toBe(200);
  });
});

describe('the places', () => {
  it('whatever comes and goes: never more than there are, never more than half for one, none lost', () => {
    const steps = fc.array(
      fc.record({ tenant: fc.nat(3), leaves: fc.boolean(), which: fc.nat(100) }),
      {
        maxLength: 120,
      },
    );
    const property = fc.property(fc.integer({ min: 1, max: 9 }), steps, (most, each) => {
      const admission = new Admission(most);
      const tenants = Array.from({ length: 4 }, () => ({ isAccepted: true, operations: 0 }));
      const inside: { readonly tenant: number; readonly leave: () => void }[] = [];
      for (const { tenant, leaves, which } of each) {
        if (leaves) {
          const [gone] = inside.splice(which % Math.max(1, inside.length), 1);
          gone?.leave();
          continue;
        }
        const own = inside.filter((one) => one.tenant === tenant).length;
        const isWelcome = inside.length < most && own < Math.ceil(most / 2);
        const enter = () =>
          inside.push({ tenant, leave: admission.enter(tenants[tenant] ?? stranger()) });
        if (isWelcome) enter();
        else expect(enter).toThrow(GraphQLError);
      }
    });
    fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });

  it.each([
    [7, 1],
    [8, 2],
    [1000, 250],
  ])(
    'of %d, credentials that are not accepted have %d together, others the rest',
    (max, unproven) => {
      const admission = new Admission(max);
      const inside = Array.from({ length: unproven }, () => admission.enter(stranger()));
      expect(() => admission.enter(stranger())).toThrow('a quarter of');
      const rest = Array.from({ length: max - unproven }, () =>
        admission.enter({ isAccepted: true, operations: 0 }),
      );
      for (const leave of [...rest, ...inside.slice(0, 1)]) leave();
      expect(() => admission.enter(stranger())).not.toThrow();
    },
  );

  it('an operation counts as one of an accepted credential from the moment of its acceptance', () => {
    const admission = new Admission(8);
    const tenants = [stranger(), stranger()];
    for (const each of tenants) admission.enter(each);
    expect(() => admission.enter(stranger())).toThrow(GraphQLError);
    for (const each of tenants) each.isAccepted = true;
    for (let each = 0; each < 2; each += 1) expect(() => admission.enter(stranger())).not.toThrow();
    expect(() => admission.enter(stranger())).toThrow(GraphQLError);
  });

  it('where unproven credentials wait long for a first request, one more is rejected with that wait as Retry-After', () => {
    let waitMs = 1000;
    const admission = new Admission(1000, () => waitMs);
    expect(() => admission.enter(stranger())).not.toThrow();
    waitMs = 4200;
    expect(() => admission.enter({ isAccepted: true, operations: 0 })).not.toThrow();
    const error = thrownBy(() => admission.enter(stranger()));
    expect(error).toMatchObject({
      extensions: { http: { status: 503, headers: { 'Retry-After': '5' } } },
    });
  });
});

const both = [credentials.alpha.everything, credentials.beta.everything];

describe('D5: a storm of 503', () => {
  it.each([1, 20, 100, 400])(
    'of %d failing requests, at most ten or a tenth are sent again at once',
    async (most) => {
      const { ask, upstream, requests } = await startRig({
        settings: { UPSTREAM_MAX_CONNECTIONS: '500' },
      });
      for (const each of both) expectIntact(await ask('{ organization { name } }', {}, each));
      let isDown = true;
      let second = 0;
      let maxSecond = 0;
      upstream.on({}, async (exchange) => {
        if (!isDown) return truthful(exchange);
        const isSecond =
          requests.filter(({ target }) => target === exchange.request.target).length > 1;
        if (isSecond) maxSecond = Math.max(maxSecond, (second += 1));
        await later(5, status(503))(exchange);
        if (isSecond) second -= 1;
      });
      const answers = await Promise.all(
        Array.from({ length: most }, (_, nth) =>
          ask(`{ screen(id: "s${nth}") { name } }`, {}, both[nth % 2]),
        ),
      );
      for (const answer of answers)
        expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE', status: 503 }]);
      expect(maxSecond).toBeGreaterThanOrEqual(1);
      expect(maxSecond).toBeLessThanOrEqual(Math.max(10, 0.1 * most));
      expect(upstream.count()).toBeLessThanOrEqual(both.length + 2 * most);
      isDown = false;
      expectIntact(await ask('{ screen(id: "s1") { name } }'));
    },
  );
});

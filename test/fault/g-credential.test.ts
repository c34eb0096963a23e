import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentials, holdsCanary, marker } from '../rig/credential.js';
import { later, status } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { nineOperations } from './operations.js';
import {
  both,
  expectErrors,
  expectIntact,
  expectOwn,
  stampsIn,
  startFaulty,
  twinQuery as query,
} from './outcome.js';

describe('answers that invite to be shared', () => {
  const invitations = [
    { 'cache-control': 'public, max-age=3600' },
    { 'cache-control': 's-maxage=3600, must-revalidate' },
    { 'cache-control': 'max-age=3600, must-revalidate', etag: '"1"' },
    { expires: 'Fri, 31 Dec 2100 23:59:59 GMT', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    {
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=600',
      etag: 'W/"x"',
    },
  ] as const;

  it.each(invitations)('G1: %j: nothing is shared, and nothing is kept', async (headers) => {
    const { ask, upstream } = await startFaulty({}, (exchange) =>
      status(200, { json: exchange.truth().body, headers })(exchange),
    );
    for (let round = 0; round < 3; round += 1)
      for (const organization of ['alpha', 'beta'] as const) {
        const answer = await ask(query, {}, both[organization]);
        expectOwn(answer, organization);
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      }
    expect(upstream.count()).toBe(3 * 2 * 2);
  });

  it('G2: the same operation by two, then by one that may not, shares no answer', async () => {
    const { ask } = await startRig();
    expectOwn(await ask(query, {}, both.alpha), 'alpha');
    expectOwn(await ask(query, {}, both.beta), 'beta');
    const limited = await ask(query, {}, credentials.alpha.media);
    expectErrors(limited, { path: 'screens', code: 'FORBIDDEN', requiredScope: 'screens:read' });
    expect(dataAt(limited, 'screens')).toBeNull();
    expect((await ask(query, {}, null)).status).toBe(401);
  });
});

describe('two organizations at once', () => {
  const wide = `{ organization { name } screens(first: 3) { nodes { name playbackConfiguration { revision items { media { name } } } } }
    playlist(id: "p1") { name items { nodes { slotId media { name } } } } mediaItem(id: "m1") { name }
    nodes(nodeIds: ["${Buffer.from('Screen:s2').toString('base64url')}"]) { ... on Screen { name } }
    playlists(first: 2) { nodes { name } } media(first: 2) { nodes { name } } }`;

  const step = fc.record({
    organization: fc.constantFrom('alpha' as const, 'beta' as const),
    isWide: fc.boolean(),
    /** Turns of the event loop until the client leaves; most do not leave. */
    leavesAfter: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 4 }),
  });

  it('G1, G3, G6: a thousand operations with aborts and faults, and each has its own records of the same ids', async () => {
    const { ask, upstream } = await startRig();
    const faults = [status(503), status(500), status(404)];
    upstream.on({}, (exchange) =>
      later(Math.random() * 2, faults[exchange.request.number % 25])(exchange),
    );
    let seen = 0;
    const run = async ({
      organization,
      isWide,
      leavesAfter,
    }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
      const leaving = new AbortController();
      if (leavesAfter !== null) void afterTurns(leavesAfter).then(() => leaving.abort());
      const options = { signal: leaving.signal };
      const answer = await ask(isWide ? wide : query, {}, both[organization], options).catch(
        () => undefined,
      );
      const stamps = stampsIn(answer);
      seen += stamps.length;
      expect(stamps.filter((stamp) => stamp !== `stamp:${organization}`)).toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await Promise.all(steps.map(run));
      }),
      { numRuns: 40, seed: 20_261_120 },
    );
    expect(seen).toBeGreaterThan(1000);
  });

  it.each([
    ['one letter', (text: string) => `${text.slice(0, -1)}X`],
    [
      'the case of one letter',
      (text: string) => `${text.slice(0, -1)}${text.slice(-1).toUpperCase()}`,
    ],
    ['one letter more', (text: string) => `${text}g`],
    ['its first letter', (text: string) => `q${text.slice(1)}`],
  ])('G6: credentials alike but for %s are two', async (_what, alter) => {
    const { ask, upstream } = await startRig();
    const twin = alter(both.alpha);
    upstream.grants.set(twin, { organization: 'beta', scopes: ['screens:read'] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(query, {}, index % 2 === 0 ? both.alpha : twin)),
    );
    answers.forEach((answer, index) => expectOwn(answer, index % 2 === 0 ? 'alpha' : 'beta'));
    expect(upstream.count()).toBe(4);
  });

  it('G4: what two credentials of one organization ask at once is asked twice', async () => {
    const { ask, upstream } = await startFaulty({}, (exchange) => later(20)(exchange));
    const holders = [both.alpha, credentials.alpha.screens];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(query, {}, holders[index % 2])),
    );
    for (const answer of answers) expectOwn(answer, 'alpha');
    expect(upstream.count()).toBe(4);
  });
});

describe('one failure', () => {
  it.each([
    ['an INVALID answer', status(200, { body: '<', type: 'text/html' })],
    ['a 500', status(500)],
    ['a 404', status(404)],
    ['a 401', status(401)],
  ])('G5: %s is not replayed to the next operation', async (_what, answer) => {
    for (const asked of nineOperations) {
      const { ask } = await startFaulty({ operation: asked.operation, times: 1 }, answer);
      expect(errorsOf(await ask(asked.query))).toHaveLength(1);
      expectIntact(await ask(asked.query));
    }
  });
});

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the credential', () => {
  it('G9: is in no log line of any outcome at trace, nor in the title of the process', async () => {
    const { ask, upstream, log } = await startRig({ settings: { UPSTREAM_TIMEOUT_MS: '100' } });
    for (const [nth, code] of [200, 400, 401, 403, 404, 426, 500, 503].entries()) {
      upstream.on({ operation: 'partnerV1_screens' }, status(code, { json: { echo: both.alpha } }));
      await ask(query, { unused: nth });
    }
    upstream.on({ operation: 'partnerV1_screens' }, () => undefined);
    await ask(query);
    await ask('{ nope }');
    await ask('{');
    expect(log.length).toBeGreaterThan(10);
    // That the log and every answer are free of it is held by the rig; that the search finds one,
    // by its own tests.
    expect(holdsCanary(log.join('\n'))).toBe(false);
    expect(holdsCanary(`${process.title} ${process.argv.join(' ')}`)).toBe(false);
  });

  it('G11: is a key of no map or set', async () => {
    const { ask } = await startRig();
    // oxlint-disable-next-line typescript/unbound-method -- they are called with their objects
    const [setOfMap, addOfSet] = [Map.prototype.set, Set.prototype.add];
    const keys: string[] = [];
    const note = (key: unknown): void => {
      if (typeof key === 'string' && holdsCanary(key)) keys.push(key);
    };
    // The rig itself knows its clients by their credential.
    const isOurs = (): boolean =>
      !/test\/(?:rig|fault)\/(?!g-credential)/.test(new Error().stack?.split('\n')[3] ?? '');
    Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
      if (isOurs()) note(key);
      return setOfMap.call(this, key, value) as Map<unknown, unknown>;
    };
    Set.prototype.add = function (this: Set<unknown>, value: unknown) {
      if (isOurs()) note(value);
      return addOfSet.call(this, value) as Set<unknown>;
    };
    try {
      new Map().set(marker, 1);
      await ask(query);
      await Promise.all([ask(query), ask(query, {}, both.beta)]);
    } finally {
      Map.prototype.set = setOfMap;
      Set.prototype.add = addOfSet;
    }
    // The one that this test has put there shows that it would be seen.
    expect(keys).toEqual([marker]);
  });
});

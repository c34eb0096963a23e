import { describe, expect, it } from 'vitest';
import { later, reset, status } from '../rig/answer.js';
import { holdsCanary } from '../rig/canary.js';
import { credentials, marker, stranger } from '../rig/credential.js';
import { rawOperation, sendRaw } from '../rig/raw-client.js';
import { type Answered, dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { nineOperations } from './operations.js';

const query = '{ organization { name } screens(first: 2) { nodes { name } } }';
const both = { alpha: credentials.alpha.everything, beta: credentials.beta.everything } as const;

const expectOwn = (answer: Answered, organization: string): void => {
  expectIntact(answer);
  expect(JSON.stringify(answer.body.data).match(/stamp:\w+/g)).not.toBeNull();
  expect(new Set(JSON.stringify(answer.body.data).match(/stamp:\w+/g))).toEqual(
    new Set([`stamp:${organization}`]),
  );
};

describe('answers that invite to be shared', () => {
  const invitations = [
    { 'cache-control': 'public, max-age=3600' },
    { 'cache-control': 'public, s-maxage=3600' },
    { 'cache-control': 's-maxage=3600, must-revalidate' },
    { 'cache-control': 'max-age=3600, must-revalidate', etag: '"1"' },
    { 'cache-control': 'public, immutable, max-age=31536000' },
    { expires: 'Fri, 31 Dec 2100 23:59:59 GMT', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    { 'cache-control': 'public, max-age=60', vary: 'Accept' },
    { 'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=600', etag: 'W/"x"' },
    { 'cdn-cache-control': 'max-age=600', 'surrogate-control': 'max-age=600' },
  ] as const;

  it.each(invitations)('G1: %j: nothing is shared, and nothing is kept', async (headers) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, (exchange) => status(200, { json: exchange.truth().body, headers })(exchange));
    for (let round = 0; round < 3; round += 1)
      for (const organization of ['alpha', 'beta'] as const) {
        const answer = await ask(query, {}, both[organization]);
        expectOwn(answer, organization);
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      }
    expect(upstream.count()).toBe(3 * 2 * 2);
  });

  it.each(nineOperations)('G1: $operation, one credential after the other', async (asked) => {
    const { ask, upstream } = await startRig();
    upstream.on({}, (exchange) =>
      status(exchange.truth().status, {
        json: exchange.truth().body,
        headers: { 'cache-control': 'public, s-maxage=600, must-revalidate' },
      })(exchange),
    );
    const answers = [await ask(asked.query, {}, both.alpha), await ask(asked.query, {}, both.beta)];
    answers.forEach((answer, index) => expectOwn(answer, index === 0 ? 'alpha' : 'beta'));
    const refused = await ask(asked.query, {}, stranger);
    expect(refused.status).toBe(401);
    expect(upstream.count()).toBeGreaterThanOrEqual(2 * asked.requests + 1);
  });

  it('G2: the same operation by two, then by one that may not, shares no answer', async () => {
    const { ask } = await startRig();
    expectOwn(await ask(query, {}, both.alpha), 'alpha');
    expectOwn(await ask(query, {}, both.beta), 'beta');
    const limited = await ask(query, {}, credentials.alpha.media);
    expect(errorsOf(limited)).toMatchObject([
      { path: 'screens', code: 'FORBIDDEN', requiredScope: 'screens:read' },
    ]);
    expect(dataAt(limited, 'screens')).toBeNull();
    expect((await ask(query, {}, null)).status).toBe(401);
  });
});

describe('two organizations at once', () => {
  const wide = `{ organization { name } screens(first: 3) { nodes { name playbackConfiguration { revision items { media { name } } } } }
    playlist(id: "p1") { name items { nodes { slotId media { name } } } } mediaItem(id: "m1") { name }
    nodes(nodeIds: ["${Buffer.from('Screen:s2').toString('base64url')}"]) { ... on Screen { name } } }`;

  it('G3, G6: a thousand operations, interleaved, and each has its own records of the same ids', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({}, (exchange) => later(Math.random() * 2)(exchange));
    for (let round = 0; round < 20; round += 1) {
      const asked = Array.from({ length: 50 }, async (_, index) => {
        const organization = (index + round) % 2 === 0 ? 'alpha' : 'beta';
        expectOwn(await ask(index % 5 === 0 ? wide : query, {}, both[organization]), organization);
      });
      await Promise.all(asked);
    }
  });

  it.each([
    ['one letter', (text: string) => `${text.slice(0, -1)}X`],
    ['the case of one letter', (text: string) => `${text.slice(0, -1)}${text.slice(-1).toUpperCase()}`],
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
    const { ask, upstream } = await startRig();
    upstream.on({}, (exchange) => later(20)(exchange));
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
    ['a 403', status(403)],
    ['a 401', status(401)],
  ])('G5: %s is not replayed to the next operation', async (_what, answer) => {
    for (const asked of nineOperations) {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation, times: 1 }, answer);
      expect(errorsOf(await ask(asked.query))).toHaveLength(1);
      expectIntact(await ask(asked.query));
    }
  });

  it('G5: two closed connections are not, either', async () => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_organization', times: 2 }, reset);
    expect(errorsOf(await ask(query))).toMatchObject([
      { path: 'organization', code: 'UPSTREAM_UNAVAILABLE' },
    ]);
    expectIntact(await ask(query));
  });
});

describe('where the credential stands', () => {
  it('G9: not in the log of any outcome at trace, nor in the title of the process', async () => {
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
    // That the log and every answer are free of it is held by the rig; that the search finds one, by its own tests.
    expect(holdsCanary(log.join('\n'))).toBe(false);
    expect(holdsCanary(`${process.title} ${process.argv.join(' ')}`)).toBe(false);
  });

  it('G11: no map or set has it as a key', async () => {
    const { ask } = await startRig();
    // eslint-disable-next-line @typescript-eslint/unbound-method -- they are called with their objects
    const [setOfMap, addOfSet] = [Map.prototype.set, Set.prototype.add];
    const keys: string[] = [];
    const note = (key: unknown): void => {
      if (typeof key === 'string' && holdsCanary(key)) keys.push(key);
    };
    // The rig itself knows its clients by their credential.
    const isOurs = (): boolean =>
      !/test\/(?:rig|fault)\/(?!g-tenant)/.test(new Error().stack?.split('\n')[3] ?? '');
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

describe('headers of every kind of answer', () => {
  const post = (body: string, headers: Readonly<Record<string, string>> = {}): Request =>
    new Request('http://facade.test/graphql', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const authorization = `Bearer ${both.alpha}`;
  const kinds: readonly (readonly [string, () => Request, number])[] = [
    ['data', () => post(JSON.stringify({ query }), { authorization }), 200],
    [
      'a field error',
      () => post(JSON.stringify({ query: '{ screen(id: "none") { name } }' }), { authorization }),
      200,
    ],
    ['no credential', () => post(JSON.stringify({ query })), 401],
    [
      'a refused credential',
      () => post(JSON.stringify({ query }), { authorization: `Bearer ${stranger}` }),
      401,
    ],
    [
      'a document that does not fit',
      () => post('{"query":"{ nope }"}', { accept: 'application/graphql-response+json' }),
      400,
    ],
    ['a body that is no JSON', () => post('{'), 400],
    ['a body that is too large', () => post(`{"query":"${' '.repeat(200_000)}"}`), 413],
    ['another media type', () => post('{}', { 'content-type': 'text/plain' }), 415],
    ['another method', () => new Request('http://facade.test/graphql', { method: 'DELETE' }), 405],
    [
      'a query by GET',
      () =>
        new Request(`http://facade.test/graphql?query=${encodeURIComponent(query)}`, {
          headers: { authorization },
        }),
      200,
    ],
    ['introspection', () => post('{"query":"{ __typename }"}'), 200],
    ['no such address', () => new Request('http://facade.test/nope'), 404],
    ['health', () => new Request('http://facade.test/health/live'), 200],
    ['GraphiQL', () => new Request('http://facade.test/graphql', { headers: { accept: 'text/html' } }), 200],
  ];

  it.each(kinds)(
    'G14: %s is private, varies by Authorization, and may not be sniffed (G15)',
    async (what, make, expected) => {
      const { fetch } = await startRig();
      const { status: code, headers } = await fetch(make());
      expect(code).toBe(expected);
      const cacheControl = headers.get('cache-control');
      if (what === 'GraphiQL') expect(cacheControl).toBe('private, no-cache');
      else expect(cacheControl).toBe('private, no-store');
      expect(headers.get('vary')?.toLowerCase().split(/, */)).toContain('authorization');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  it.each([429, 503])('G14: so is the answer to a %d of the upstream', async (code) => {
    const { ask, upstream } = await startRig();
    upstream.on(
      {},
      status(code, {
        headers: { 'cache-control': 'public, max-age=60', 'set-cookie': 'a=b', 'x-powered-by': 'upstream' },
      }),
    );
    const { headers } = await ask(query);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
    expect([headers.get('set-cookie'), headers.get('x-powered-by'), headers.get('x-organization')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('G15: GraphiQL has a policy that lets nothing in and nothing out', async () => {
    const { fetch } = await startRig();
    const { headers } = await fetch(
      new Request('http://facade.test/graphql', { headers: { accept: 'text/html' } }),
    );
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of [
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ])
      expect(policy.split('; ')).toContain(directive);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('G14, G15: over a socket too, and node:http adds nothing that tells of itself', async () => {
    const rig = await startRig();
    const answer = await sendRaw(
      await rig.listen(),
      rawOperation(query, [`Authorization: ${authorization}`]),
    );
    const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
    expect(head).toContain('cache-control: private, no-store');
    expect(head).toMatch(/vary: [^\r]*authorization/);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).not.toMatch(/x-powered-by|\r\nserver:/);
  });
});

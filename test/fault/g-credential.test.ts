import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { holdsCanary } from '../rig/canary.js';
import { marker, stranger } from '../rig/credential.js';
import { rawOperation, sendRaw } from '../rig/raw-client.js';
import { startRig } from '../rig/rig.js';
import { both, query } from './tenants.js';

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
    // That the log and every answer are free of it is held by the rig; that the search finds one, by its own tests.
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

  it('G14, G15: over a socket too, and node:http adds no header that names it', async () => {
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

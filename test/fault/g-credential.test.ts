import { describe, expect, it } from 'vitest';
import { status } from '../rig/response.js';
import { holdsCanary } from '../rig/canary.js';
import { marker } from '../rig/credential.js';
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

describe('headers of an answer', () => {
  it.each([429, 503])('G14: none of the upstream comes along with its %d', async (code) => {
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
});

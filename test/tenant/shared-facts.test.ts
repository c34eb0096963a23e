import { describe, expect, it } from 'vitest';
import { media } from '../../src/partner/media.js';
import { screens } from '../../src/partner/screen.js';
import { type CollectionFacts, openFactValues, SharedFacts } from '../../src/tenant/collection-facts.js';
import type { Held, SharedState } from '../../src/tenant/shared-state.js';

const { path } = media.list;
const hour = 3_600_000;

const factsOf = (total: number, seenAt = 0): CollectionFacts => ({
  pagination: { page: 2, limit: 7, total, totalPages: Math.ceil(total / 7) },
  seenAt,
  unlistedShare: undefined,
  parts: undefined,
});

/** Shared state whose reads end when the test says so. */
function openShared(values: Readonly<Record<string, Held>> = {}) {
  const written: (readonly [name: string, value: string, holdMs: number])[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const shared: Pick<SharedState, 'readAll' | 'write' | 'remove'> = {
    async readAll(_kind, names) {
      await ended;
      return names.map((name) => values[name]);
    },
    write: (_kind, name, value, holdMs) => void written.push([name, value, holdMs]),
    remove: () => undefined,
  };
  return { shared, written, end };
}

function open(values: Readonly<Record<string, Held>> = {}) {
  let clock = 10 * hour;
  const { shared, written, end } = openShared(values);
  const facts = new Map<string, CollectionFacts>();
  const now = (): number => clock;
  const sharing = new SharedFacts(openFactValues(shared, now), 'tenant', facts, now);
  const { pending } = sharing;
  const share = (): void => sharing.share();
  return {
    sharing,
    pending,
    share,
    facts,
    written,
    end,
    clock: () => clock,
    advance: (ms: number) => void (clock += ms),
  };
}

describe('what is known of a new tenant', () => {
  const value = JSON.stringify({ total: 1000, unlistedShare: 0.5, parts: { total: 1000, records: 900 } });

  it('arrives with its age', async () => {
    const tenant = open({ [`tenant ${path}`]: { value, leftMs: hour - 5000 } });
    expect(tenant.facts.size).toBe(0);
    tenant.end();
    await tenant.pending();
    expect(tenant.pending()).toBeUndefined();
    expect([...tenant.facts]).toEqual([
      [
        path,
        {
          pagination: { page: 1, limit: 100, total: 1000, totalPages: 10 },
          seenAt: tenant.clock() - 5000,
          unlistedShare: 0.5,
          parts: { total: 1000, records: 900, requests: undefined },
        },
      ],
    ]);
  });

  it('replaces nothing that has been learnt meanwhile, and is not shared again', async () => {
    const tenant = open({
      [`tenant ${path}`]: { value, leftMs: hour },
      [`tenant ${screens.list.path}`]: { value, leftMs: hour },
    });
    const own = factsOf(7, tenant.clock());
    tenant.facts.set(path, own);
    tenant.end();
    await tenant.pending();
    expect(tenant.facts.get(path)).toBe(own);
    tenant.advance(2000);
    tenant.share();
    expect(tenant.written.map(([name]) => name)).toEqual([`tenant ${path}`]);
  });

  it.each([
    '',
    '{',
    'null',
    '{"total":-1}',
    '{"total":"1"}',
    '{"total":1,"unlistedShare":2}',
    '{"total":1,"parts":{}}',
  ])('a value that does not fit is ignored: %s', async (unfit) => {
    const tenant = open({ [`tenant ${path}`]: { value: unfit, leftMs: hour } });
    tenant.end();
    await tenant.pending();
    expect(tenant.facts.size).toBe(0);
  });
});

describe('what is known of a tenant that is known', () => {
  const fleet = (clock: () => number) => {
    const stored = new Map<string, { readonly value: string; readonly until: number }>();
    let reads = 0;
    const shared: Pick<SharedState, 'readAll' | 'write' | 'remove'> = {
      readAll(_kind, names) {
        reads += 1;
        return Promise.resolve(
          names.map((name) => {
            const found = stored.get(name);
            return found && { value: found.value, leftMs: found.until - clock() };
          }),
        );
      },
      write: (_kind, name, value, holdMs) => void stored.set(name, { value, until: clock() + holdMs }),
      remove: (_kind, name) => void stored.delete(name),
    };
    const join = () => {
      const facts = new Map<string, CollectionFacts>();
      return { facts, sharing: new SharedFacts(openFactValues(shared, clock), 'tenant', facts, clock) };
    };
    return { join, reads: () => reads };
  };

  it('is what another process has read since, within seconds', async () => {
    let clock = 10 * hour;
    const { join } = fleet(() => clock);
    const [one, other] = [join(), join()];
    await other.sharing.pending();
    expect(other.facts.size).toBe(0);
    for (const total of [700, 900]) {
      clock += 2000;
      one.facts.set(path, factsOf(total, clock));
      one.sharing.share();
      clock += 5000;
      other.sharing.refresh();
      await other.sharing.pending();
      expect(other.facts.get(path)).toMatchObject({ pagination: { total }, seenAt: clock - 5000 });
    }
  });

  it('is not replaced by what is older', async () => {
    let clock = 10 * hour;
    const { join } = fleet(() => clock);
    const [one, other] = [join(), join()];
    await other.sharing.pending();
    one.facts.set(path, factsOf(700, clock));
    one.sharing.share();
    clock += 5000;
    const own = factsOf(900, clock);
    other.facts.set(path, own);
    other.sharing.refresh();
    await other.sharing.pending();
    expect(other.facts.get(path)).toBe(own);
  });

  it('costs one read in five seconds, however many operations begin', async () => {
    let clock = 10 * hour;
    const { join, reads } = fleet(() => clock);
    const { sharing } = join();
    for (let operation = 0; operation < 1000; operation += 1) sharing.refresh();
    clock += 4999;
    sharing.refresh();
    await sharing.pending();
    expect(reads()).toBe(1);
    clock += 1;
    sharing.refresh();
    sharing.refresh();
    expect(reads()).toBe(2);
  });
});

describe('what operations have learnt', () => {
  it('is written when it changes, or after some minutes if it was read again', () => {
    const tenant = open();
    const share = (facts: CollectionFacts): number => {
      tenant.facts.set(path, facts);
      tenant.share();
      return tenant.written.length;
    };
    expect(share(factsOf(70, tenant.clock()))).toBe(1);
    expect(tenant.written).toEqual([[`tenant ${path}`, '{"total":70}', hour]]);
    expect(share(factsOf(71, tenant.clock()))).toBe(1);
    tenant.advance(1000);
    expect(share(factsOf(71, tenant.clock()))).toBe(2);
    tenant.advance(299_999);
    expect(share(factsOf(71, tenant.clock()))).toBe(2);
    const { seenAt } = factsOf(71, tenant.clock() - 299_999 - 1);
    tenant.advance(1);
    expect(share(factsOf(71, seenAt))).toBe(2);
    expect(share(factsOf(71, tenant.clock()))).toBe(3);
  });

  it('has the age of the response that showed it', () => {
    const tenant = open();
    tenant.facts.set(path, factsOf(70, tenant.clock() - 60_000));
    tenant.facts.set(screens.list.path, factsOf(70, tenant.clock() - hour));
    tenant.share();
    expect(tenant.written.map(([name, , holdMs]) => [name, holdMs])).toEqual([
      [`tenant ${path}`, hour - 60_000],
    ]);
  });
});

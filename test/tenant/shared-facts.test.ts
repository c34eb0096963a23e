import { describe, expect, it } from 'vitest';
import { media } from '../../src/partner/media.js';
import { screens } from '../../src/partner/screen.js';
import { type CollectionFacts, openFactValues, SharedFacts } from '../../src/tenant/collection-facts.js';
import { openSharedStore } from './shared-store.js';

const { path } = media.list;
const hour = 3_600_000;

const factsOf = (total: number, seenAt = 0): CollectionFacts => ({
  pagination: { page: 2, limit: 7, total, totalPages: Math.ceil(total / 7) },
  seenAt,
  unlistedShare: undefined,
  parts: undefined,
});

/** Processes of a fleet with a tenant of one credential each. */
function openFleet() {
  const store = openSharedStore(10 * hour);
  const { shared, now } = store;
  const join = () => {
    const facts = new Map<string, CollectionFacts>();
    return { facts, sharing: new SharedFacts(openFactValues(shared, now), 'tenant', facts, now) };
  };
  return { ...store, join };
}

describe('what is known of a new tenant', () => {
  const value = JSON.stringify({ total: 1000, unlistedShare: 0.5, parts: { total: 1000, records: 900 } });

  /** A tenant of which another process has known something for so long. */
  function joinLater(agoMs: number, text = value) {
    const fleet = openFleet();
    for (const list of [path, screens.list.path])
      fleet.stored.set(`tenant ${list}`, { value: text, until: fleet.now() + hour - agoMs });
    return { ...fleet, ...fleet.join() };
  }

  it('arrives with its age', async () => {
    const { facts, sharing, now } = joinLater(5000);
    await sharing.pending();
    expect(sharing.pending()).toBeUndefined();
    expect(facts.get(path)).toEqual({
      pagination: { page: 1, limit: 100, total: 1000, totalPages: 10 },
      seenAt: now() - 5000,
      unlistedShare: 0.5,
      parts: { total: 1000, records: 900, requests: undefined },
    });
  });

  it('replaces nothing that has been learnt meanwhile, and is not shared again', async () => {
    const { facts, sharing, counts, stored, advance, now } = joinLater(0);
    const own = factsOf(7, now());
    facts.set(path, own);
    await sharing.pending();
    expect(facts.get(path)).toBe(own);
    advance(2000);
    sharing.share();
    expect([counts.writes, stored.get(`tenant ${path}`)?.value]).toEqual([1, '{"total":7}']);
  });

  it.each(['{"total":-1}', '{"total":"1"}', '{"total":1,"unlistedShare":2}', '{"total":1,"parts":{}}'])(
    'a value that does not fit is ignored: %s',
    async (unfit) => {
      const { facts, sharing } = joinLater(0, unfit);
      await sharing.pending();
      expect(facts.size).toBe(0);
    },
  );
});

describe('what is known of a tenant that is known', () => {
  it('is what another process has read since, within seconds', async () => {
    const { join, advance, now } = openFleet();
    const [one, other] = [join(), join()];
    await other.sharing.pending();
    expect(other.facts.size).toBe(0);
    for (const total of [700, 900]) {
      advance(2000);
      one.facts.set(path, factsOf(total, now()));
      one.sharing.share();
      advance(5000);
      other.sharing.refresh();
      await other.sharing.pending();
      expect(other.facts.get(path)).toMatchObject({ pagination: { total }, seenAt: now() - 5000 });
    }
  });

  it('is not replaced by what is older', async () => {
    const { join, advance, now } = openFleet();
    const [one, other] = [join(), join()];
    await other.sharing.pending();
    one.facts.set(path, factsOf(700, now()));
    one.sharing.share();
    advance(5000);
    const own = factsOf(900, now());
    other.facts.set(path, own);
    other.sharing.refresh();
    await other.sharing.pending();
    expect(other.facts.get(path)).toBe(own);
  });

  it('costs one read in five seconds, however many operations begin', async () => {
    const { join, advance, counts } = openFleet();
    const { sharing } = join();
    for (let operation = 0; operation < 1000; operation += 1) sharing.refresh();
    advance(4999);
    sharing.refresh();
    await sharing.pending();
    expect(counts.reads).toBe(1);
    advance(1);
    sharing.refresh();
    sharing.refresh();
    expect(counts.reads).toBe(2);
  });
});

it('what operations have learnt is written when it changes, or after some minutes if it was read again', () => {
  const { join, advance, counts, stored, now } = openFleet();
  const { facts, sharing } = join();
  const share = (total: number, agoMs = 0): number => {
    facts.set(path, factsOf(total, now() - agoMs));
    sharing.share();
    return counts.writes;
  };
  expect([share(70), share(71)]).toEqual([1, 1]);
  expect([...stored]).toEqual([[`tenant ${path}`, { value: '{"total":70}', until: now() + hour }]]);
  advance(1000);
  expect(share(71)).toBe(2);
  advance(299_999);
  expect(share(71)).toBe(2);
  advance(1);
  expect([share(71, 300_000), share(71)]).toEqual([2, 3]);
  expect(share(72, hour)).toBe(3);
});

import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { media } from '../../src/partner/media.js';
import { screens } from '../../src/partner/screen.js';
import {
  type CollectionFacts,
  openFactValues,
  SharedFacts,
} from '../../src/tenant/collection-facts.js';
import { Alone } from '../../src/shared/alone.js';
import { jsonText, SharedValue, type SharedValueOptions } from '../../src/shared/shared-state.js';
import { openSharedStore } from '../tenant/shared-store.js';

/** One process over the store. */
function open<T>(options: Omit<SharedValueOptions<T>, 'kind' | 'now'>) {
  const { shared, counts, now, ...store } = openSharedStore(1_000_000);
  const values = new SharedValue<T>(shared, { ...options, kind: 'facts', now });
  /** Writes, and tells how often the store has been written so far. */
  const write = (value: T): number => {
    values.write('name', value);
    return counts.writes;
  };
  return { ...store, values, write, clock: now };
}

const text = { schema: z.string(), holdMs: 60_000, pauseMs: 1000 };
const size = jsonText(z.object({ size: z.number() }));

describe('a value that processes share', () => {
  it('is read with the time for which it still holds', async () => {
    const { values, advance } = open({ ...text, schema: size });
    values.write('name', { size: 7 });
    advance(20_000);
    expect(await values.readAll(['other', 'name'])).toEqual([
      undefined,
      { value: { size: 7 }, leftMs: 40_000 },
    ]);
  });

  it.each(['', '{', 'null', '{"size":"7"}'])('is none where it does not fit: %s', async (value) => {
    const { values, stored, clock } = open({ ...text, schema: size });
    stored.set('name', { value, until: clock() + 1000 });
    expect(await values.read('name')).toBeUndefined();
  });

  it('is written once in a pause, and again at once after it was removed', () => {
    const { values, write, advance } = open(text);
    expect([write('value'), write('value')]).toEqual([1, 1]);
    advance(999);
    expect(write('value')).toBe(1);
    advance(1);
    expect(write('value')).toBe(2);
    values.remove('name');
    expect(write('value')).toBe(3);
  });

  it('holds from when it became true; what is older than the last one is not written', () => {
    const { values, stored, clock } = open(text);
    values.write('name', 'value', clock() - 50_000);
    expect(stored.get('name')?.until).toBe(clock() + 10_000);
    values.write('name', 'older', clock() - 55_000);
    values.write('gone', 'value', clock() - 60_000);
    expect([...stored.values()].map(({ value }) => value)).toEqual(['value']);
  });
});

describe('a value that may change', () => {
  const options = { ...text, repeatMs: 30_000 };

  it('is written sooner when it has changed', () => {
    const { write, advance } = open(options);
    write('one');
    advance(1000);
    expect([write('one'), write('two')]).toEqual([1, 2]);
    advance(30_000);
    expect(write('two')).toBe(3);
  });

  it('that another process has written is not written again, but what differs from it is', async () => {
    const { values, stored, write, advance, clock } = open(options);
    write('one');
    advance(1000);
    stored.set('name', { value: 'two', until: clock() + 60_000 });
    await values.read('name');
    advance(1000);
    expect([write('two'), write('one')]).toEqual([1, 2]);
  });
});

describe('the bytes of one process', () => {
  // Two for each of 400 characters, and 1,004 beside them.
  const value = 'x'.repeat(400);

  it('in the store are bounded: what it wrote first leaves', () => {
    const { values, stored } = open({ ...text, maxBytes: 4000 });
    for (const name of ['a', 'b', 'c', 'd']) values.write(name, value);
    expect([...stored.keys()]).toEqual(['c', 'd']);
    values.write('e', 'x'.repeat(1500));
    expect([...stored.keys()], 'too large for the whole').toEqual(['c', 'd']);
    expect(open({ ...text, maxBytes: 0 }).write('x'), 'UNCHANGED_MAX_BYTES=0').toBe(0);
  });

  it('that it writes in a pause are bounded', () => {
    const { values, stored, advance } = open({ ...text, maxBytesPerPause: 4000 });
    for (const name of ['a', 'b', 'c']) values.write(name, value);
    expect([...stored.keys()]).toEqual(['a', 'b']);
    advance(1000);
    values.write('c', value);
    expect([...stored.keys()]).toEqual(['a', 'b', 'c']);
  });
});

const { path } = media.list;
const hour = 3_600_000;

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
  const value = JSON.stringify({
    total: 1000,
    unlistedShare: 0.5,
    parts: { total: 1000, records: 900 },
  });

  /** A tenant of which another process has known something for so long. */
  function joinLater(agoMs: number, text = value) {
    const fleet = openFleet();
    for (const list of [path, screens.list.path])
      fleet.stored.set(`tenant ${list}`, { value: text, until: fleet.now() + hour - agoMs });
    return { ...fleet, ...fleet.join() };
  }

  it('arrives with its age', async () => {
    const { facts, sharing, now } = joinLater(5000);
    await sharing.pending;
    expect(sharing.pending).toBeUndefined();
    expect(facts.get(path)).toEqual({
      total: 1000,
      seenAt: now() - 5000,
      unlistedShare: 0.5,
      parts: { total: 1000, records: 900, requests: undefined },
    });
  });

  it('replaces nothing that has been learnt meanwhile, and is not shared again', async () => {
    const { facts, sharing, counts, stored, advance, now } = joinLater(0);
    const own = { total: 7, seenAt: now() };
    facts.set(path, own);
    await sharing.pending;
    expect(facts.get(path)).toBe(own);
    advance(2000);
    sharing.share();
    expect([counts.writes, stored.get(`tenant ${path}`)?.value]).toEqual([1, '{"total":7}']);
  });

  it.each([
    '{"total":-1}',
    '{"total":"1"}',
    '{"total":1,"unlistedShare":2}',
    '{"total":1,"parts":{}}',
    // An older release believed every claim.
    '{"total":2147483647}',
    '{"total":214748364700}',
    '{"total":1,"parts":{"total":1,"records":10000001}}',
  ])('a value that does not fit is ignored: %s', async (unfit) => {
    const { facts, sharing } = joinLater(0, unfit);
    await sharing.pending;
    expect(facts.size).toBe(0);
  });
});

describe('what is known of a tenant that is known', () => {
  it('is what another process has read since, within seconds', async () => {
    const { join, advance, now } = openFleet();
    const [one, other] = [join(), join()];
    await other.sharing.pending;
    expect(other.facts.size).toBe(0);
    for (const total of [700, 900]) {
      advance(2000);
      one.facts.set(path, { total, seenAt: now() });
      one.sharing.share();
      advance(5000);
      other.sharing.refresh();
      await other.sharing.pending;
      expect(other.facts.get(path)).toMatchObject({ total, seenAt: now() - 5000 });
    }
  });

  it('is not replaced by what is older', async () => {
    const { join, advance, now } = openFleet();
    const [one, other] = [join(), join()];
    await other.sharing.pending;
    one.facts.set(path, { total: 700, seenAt: now() });
    one.sharing.share();
    advance(5000);
    const own = { total: 900, seenAt: now() };
    other.facts.set(path, own);
    other.sharing.refresh();
    await other.sharing.pending;
    expect(other.facts.get(path)).toBe(own);
  });

  it('costs one read in five seconds, however many operations begin', async () => {
    const { join, advance, counts } = openFleet();
    const { sharing } = join();
    for (let operation = 0; operation < 1000; operation += 1) sharing.refresh();
    advance(4999);
    sharing.refresh();
    await sharing.pending;
    expect(counts.reads).toBe(1);
    advance(1);
    sharing.refresh();
    sharing.refresh();
    expect(counts.reads).toBe(2);
  });
});

it('where the process is alone, operations ask nobody, wait for nobody and read no clock', () => {
  const alone = new Alone();
  const asked = vi.spyOn(alone, 'readAll');
  const now = vi.fn<() => number>(() => 0);
  const facts = new Map<string, CollectionFacts>([[path, { total: 7, seenAt: 0 }]]);
  const sharing = new SharedFacts(openFactValues(alone, now), 'tenant', facts, now);
  sharing.refresh();
  expect(sharing.pending).toBeUndefined();
  sharing.share();
  expect([asked.mock.calls, now.mock.calls]).toEqual([[], []]);
});

it('what operations have learnt is written when it changes, or after some minutes if it was read again', () => {
  const { join, advance, counts, stored, now } = openFleet();
  const { facts, sharing } = join();
  const share = (total: number, agoMs = 0): number => {
    facts.set(path, { total, seenAt: now() - agoMs });
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

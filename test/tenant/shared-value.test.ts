import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonText, SharedValue, type SharedValueOptions } from '../../src/tenant/shared-value.js';
import { openSharedStore } from './shared-store.js';

/** One process over the store. */
function open<T>(options: Omit<SharedValueOptions<T>, 'kind' | 'now'>) {
  const { shared, counts, now, ...store } = openSharedStore(1_000_000);
  const values = new SharedValue<T>(shared, { ...options, kind: 'facts', now });
  return { ...store, values, writes: () => counts.writes, clock: now };
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
    const { values, writes, advance } = open(text);
    const write = (): number => {
      values.write('name', 'value');
      return writes();
    };
    expect([write(), write()]).toEqual([1, 1]);
    advance(999);
    expect(write()).toBe(1);
    advance(1);
    expect(write()).toBe(2);
    values.remove('name');
    expect(write()).toBe(3);
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

describe('a value of several versions', () => {
  const options = { ...text, repeatMs: 30_000, versionOf: (value: string) => value };

  it('is written sooner when it has changed', () => {
    const { values, writes, advance } = open(options);
    values.write('name', 'one');
    advance(1000);
    values.write('name', 'one');
    expect(writes()).toBe(1);
    values.write('name', 'two');
    expect(writes()).toBe(2);
    advance(30_000);
    values.write('name', 'two');
    expect(writes()).toBe(3);
  });

  it('that another process has written is not written again, but what differs from it is', async () => {
    const { values, stored, writes, advance, clock } = open(options);
    values.write('name', 'one');
    advance(1000);
    stored.set('name', { value: 'two', until: clock() + 60_000 });
    await values.read('name');
    advance(1000);
    values.write('name', 'two');
    expect(writes()).toBe(1);
    values.write('name', 'one');
    expect(writes()).toBe(2);
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

import { describe, expect, it } from 'vitest';
import { PrimaryMemory } from '../../../src/extra/cluster/primary-memory.js';
import { openWorker } from '../fleet/store-case.js';
import { until } from '../../rig/wait.js';

const now = (): number => performance.now();
const long = 60_000;
const nobody = (): void => undefined;
const limits = { valueBytes: 1_000_000, messageBytes: 1_000_000 };

describe('a worker that has ended', () => {
  it('holds no lease, and its successor takes it at once', async () => {
    const primary = new PrimaryMemory();
    const [ended, other] = [openWorker(primary), openWorker(primary)];
    await ended.store.lease('poll', 'ended', long);
    await other.store.lease('another poll', 'other', long);
    ended.end();
    const successor = openWorker(primary);
    expect(await successor.store.lease('poll', 'successor', long)).toBe(true);
    expect(await successor.store.lease('another poll', 'successor', long)).toBe(false);
  });

  it('is told nothing any more', () => {
    const heard: string[] = [];
    const primary = new PrimaryMemory();
    const ended = primary.open((_listenerId, message) => void heard.push(message));
    const other = primary.open(nobody);
    ended.listen(1, 'channel');
    other.announce('channel', 'before', 0);
    ended.end();
    other.announce('channel', 'after', 0);
    expect(heard).toEqual(['before']);
  });

  it('leaves its values and messages to its successor', async () => {
    const primary = new PrimaryMemory();
    const ended = openWorker(primary);
    await ended.store.set('key', 'value', long);
    await ended.store.announce('channel', 'wait', long);
    await ended.store.getAll([], 0);
    ended.end();
    const { store } = openWorker(primary);
    const heard: string[] = [];
    store.listen('channel', (message) => heard.push(message));
    await until('it hears what holds', () => heard.length > 0);
    expect([(await store.getAll(['key'], 100))[0]?.value, heard]).toEqual(['value', ['wait']]);
  });
});

describe('the memory of the primary process', () => {
  it('keeps a value from when it was sent, however late it comes', () => {
    let time = 5000;
    const memory = new PrimaryMemory(() => time).open(nobody);
    memory.set('replaced', 'value', 60_000);
    time = 7000;
    memory.set('late', 'value', 6000);
    memory.set('replaced', 'late', 6000);
    memory.set('in time', 'value', 8000);
    expect(memory.getAll(['late', 'replaced', 'in time'], 100)).toEqual([
      undefined,
      undefined,
      { value: 'value', leftMs: 1000 },
    ]);
  });

  const text = 'x'.repeat(1000);

  it('is bounded: the values that were used the longest time ago leave first', () => {
    const memory = new PrimaryMemory(now, { ...limits, valueBytes: 5000 }).open(nobody);
    const until = now() + long;
    const known = (...keys: string[]): string[] =>
      keys.filter((key) => memory.getAll([key], text.length)[0] !== undefined);
    for (const key of ['a', 'b', 'c']) memory.set(key, text, until);
    expect(known('a')).toEqual(['a']);
    memory.set('d', text, until);
    expect(known('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd']);
    memory.set('e', 'x'.repeat(5000), until);
    expect(known('e', 'd')).toEqual(['d']);
  });

  it('is bounded for messages: the oldest ones are no longer retained', () => {
    const held: string[] = [];
    const primary = new PrimaryMemory(now, { ...limits, messageBytes: 10_000 });
    const memory = primary.open((_listenerId, message) => void held.push(message));
    const messages = Array.from({ length: 10 }, (_, index) => `${index}${text}`);
    for (const message of messages) memory.announce('channel', message, long);
    memory.announce('channel', 'x'.repeat(6000), long);
    memory.listen(1, 'channel');
    expect(held).toEqual(messages.slice(-3));
  });
});

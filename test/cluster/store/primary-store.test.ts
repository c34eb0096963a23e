import { describe, expect, it } from 'vitest';
import { createChannels } from '../../../src/cluster/store/channel.js';
import { createKeptValues } from '../../../src/cluster/store/kept-value.js';
import { createPrimaryStore } from '../../../src/cluster/store/primary-store.js';
import { openWorkerStore } from '../../../src/cluster/store/worker-store.js';
import { openWorker } from '../../fleet/store-case.js';
import { until } from '../../rig/wait.js';

const now = (): number => performance.now();
const long = 60_000;
const nobody = { heard: () => undefined };

describe('a worker that has ended', () => {
  it('holds no lease, and its successor takes it at once', async () => {
    const primary = createPrimaryStore();
    const [ended, other] = [openWorker(primary), openWorker(primary)];
    await ended.store.lease('poll', 'ended', long);
    await other.store.lease('another poll', 'other', long);
    primary.forget(ended.client);
    const successor = openWorker(primary);
    expect(await successor.store.lease('poll', 'successor', long)).toBe(true);
    expect(await successor.store.lease('another poll', 'successor', long)).toBe(false);
  });

  it('is told nothing any more', () => {
    const heard: string[] = [];
    const client = { heard: (_channel: string, message: string) => void heard.push(message) };
    const primary = createPrimaryStore();
    primary.run(client, { name: 'listen', channel: 'channel' });
    primary.run(nobody, { name: 'announce', channel: 'channel', message: 'before', holdMs: 0 });
    primary.forget(client);
    primary.run(nobody, { name: 'announce', channel: 'channel', message: 'after', holdMs: 0 });
    expect(heard).toEqual(['before']);
  });

  it('leaves its values and messages to its successor', async () => {
    const primary = createPrimaryStore();
    const ended = openWorker(primary);
    await ended.store.set('key', 'value', long);
    await ended.store.announce('channel', 'wait', long);
    await ended.store.ping();
    primary.forget(ended.client);
    const { store } = openWorker(primary);
    const heard: string[] = [];
    store.listen('channel', (message) => heard.push(message));
    await until('it hears what holds', () => heard.length > 0);
    expect([(await store.getAll(['key']))[0]?.value, heard]).toEqual(['value', ['wait']]);
  });
});

describe('the memory of the primary process', () => {
  it('keeps a value from when it was sent, however late it comes', () => {
    let time = 5000;
    const values = createKeptValues(() => time);
    values.set('replaced', 'value', 60_000);
    time = 7000;
    values.set('late', 'value', 6000);
    values.set('replaced', 'late', 6000);
    values.set('in time', 'value', 8000);
    expect([values.get('late'), values.get('replaced')]).toEqual([undefined, undefined]);
    expect(values.get('in time')).toEqual({ value: 'value', leftMs: 1000 });
  });

  const text = 'x'.repeat(1000);

  it('is bounded: the values that were used the longest time ago leave first', () => {
    const values = createKeptValues(now, 4000);
    const until = now() + long;
    for (const key of ['a', 'b', 'c']) values.set(key, text, until);
    values.get('a');
    values.set('d', text, until);
    expect(['a', 'b', 'c', 'd'].filter((key) => values.get(key) !== undefined)).toEqual(['a', 'c', 'd']);
    values.set('e', 'x'.repeat(5000), until);
    expect(values.get('e')).toBeUndefined();
    expect(values.get('d')?.value).toBe(text);
  });

  it('is bounded for messages: the oldest ones are no longer retained', () => {
    const channels = createChannels(now, 10_000);
    const messages = Array.from({ length: 10 }, (_, index) => `${index}${text}`);
    for (const message of messages) channels.announce('channel', message, long);
    channels.announce('channel', 'x'.repeat(6000), long);
    const held = channels.listen(nobody, 'channel').map(({ message }) => message);
    expect(held).toEqual(messages.slice(-3));
  });

  it('forgets values, leases and messages by its own clock', () => {
    let time = 5000;
    const primary = createPrimaryStore(() => time);
    primary.run(nobody, { name: 'set', key: 'key', value: text, until: 6000 });
    primary.run(nobody, { name: 'lease', key: 'key', owner: 'one', holdMs: 1000 });
    primary.run(nobody, { name: 'announce', channel: 'channel', message: text, holdMs: 1000 });
    const found = () => [
      primary.run(nobody, { name: 'get', keys: ['key', 'another'] }),
      primary.run(nobody, { name: 'lease', key: 'key', owner: 'other', holdMs: 1 }),
      primary.run(nobody, { name: 'listen', channel: 'channel' }),
    ];
    time = 5999;
    expect(found()).toEqual([
      { held: [{ value: text, leftMs: 1 }, null] },
      { isTaken: false },
      { retained: [{ message: text, leftMs: 1 }] },
    ]);
    time = 6001;
    expect(found()).toEqual([{ held: [null, null] }, { isTaken: true }, { retained: [] }]);
  });
});

it('a command rejects when the primary process does not reply', async () => {
  const store = openWorkerStore({ send: () => undefined, onMessage: () => () => undefined });
  await expect(store.getAll(['key'])).rejects.toThrow('The primary process has not replied.');
});

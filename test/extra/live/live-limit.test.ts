import { describe, expect, it, vi } from 'vitest';
import { thrownBy } from '../../examples/thrown.js';
import { settle } from './fake-time.js';
import { failure, openHub, requestOf, resultOf, watch, type Watcher } from './watcher.js';

const megabyte = 1024 * 1024;

/** A hub whose credentials are accepted as the test says. */
function setUp(result = resultOf({ n: 1 }), settings: Parameters<typeof openHub>[0] = {}) {
  const { hub } = openHub(settings);
  const proven = new Set<string>();
  const run = vi.fn(() => Promise.resolve(result));
  const join = (credential: string, given: Parameters<typeof requestOf>[2] = {}) =>
    watch(hub, requestOf(credential, run, { isAccepted: () => proven.has(credential), ...given }));
  return { run, proven, join };
}

/** Of so many bytes. */
const document = (bytes: number) => ({
  hash: 'A',
  characters: bytes / 50,
  responseName: 'live',
  clocks: new Map(),
});

describe('what polls keep', () => {
  it('is 16 MB for all whose credentials are not accepted: the oldest gives way', async () => {
    const { join } = setUp();
    const live = document(5 * megabyte);
    const watchers = ['one', 'two', 'three', 'four'].map((name) =>
      join(name, { live: { ...live } }),
    );
    expect(await ended(watchers)).toEqual([true, false, false, false]);
  });

  it('is 64 MB for all: then a new one gets 503, unless one that is not accepted gives way', async () => {
    const { proven, join } = setUp();
    const invented = join('invented', { live: document(5 * megabyte) });
    const names = Array.from({ length: 4 }, (_, nth) => `known ${nth}`);
    for (const each of names) {
      proven.add(each);
      join(each, { live: document(15 * megabyte) });
    }
    await settle();
    expect(invented.hasCompleted()).toBe(true);
    const http = { status: 503, headers: { 'Retry-After': '5' } };
    expect(thrownBy(() => join('other', { live: document(5 * megabyte) }))).toMatchObject({
      message: expect.stringContaining('take all memory') as string,
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http },
    });
  });

  it('counts a document once for all that share it', () => {
    const { proven, join } = setUp();
    const live = document(15 * megabyte);
    for (let nth = 0; nth < 20; nth += 1) {
      proven.add(`known ${nth}`);
      join(`known ${nth}`, { live });
    }
    const joinOwn = (name: string) =>
      join(name, { live: document(15 * megabyte), everySeconds: 20 });
    for (let nth = 0; nth < 3; nth += 1) joinOwn(`known ${nth}`);
    expect(() => joinOwn('known 3')).toThrow(/take all memory/);
  });

  it('is free again when the stream has ended', () => {
    const { proven, join } = setUp();
    proven.add('known');
    for (let round = 0; round < 20; round += 1)
      join('known', { live: document(15 * megabyte) }).leave();
  });

  it('is refused for good where one poll alone is too large, and ends no other', async () => {
    const { join } = setUp();
    const other = join('one');
    expect(thrownBy(() => join('two', { variables: 'x'.repeat(8.5 * megabyte) }))).toMatchObject({
      message: expect.stringContaining('the variables (8912896) are too large') as string,
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 400 } },
    });
    await settle();
    expect(other.hasCompleted()).toBe(false);
  });

  it('is no event that has no room: each new subscriber makes the poll run', async () => {
    const errors = Array.from({ length: 4000 }, (_, nth) => failure('NOT_FOUND', {}, [`a${nth}`]));
    const { proven, run, join } = setUp({ data: { a: null }, errors });
    const watchers = [join('one')];
    await settle();
    watchers.push(join('one'));
    await settle();
    expect(watchers.map(({ events }) => events.length)).toEqual([1, 1]);
    expect(run).toHaveBeenCalledTimes(2);
    proven.add('one');
    for (let nth = 0; nth < 3; nth += 1) {
      watchers.push(join('one'));
      await settle();
    }
    expect(watchers.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 1]);
    expect(run).toHaveBeenCalledTimes(3);
  });
});

/** A hub with few places. */
const openPlaces = (places: number) =>
  setUp(undefined, { LIVE_MAX_STREAMS: places, LIVE_MAX_STREAMS_PER_CREDENTIAL: 2 });

const ended = (watchers: readonly Watcher[]): Promise<boolean[]> =>
  settle().then(() => watchers.map(({ hasCompleted }) => hasCompleted()));

describe('a subscriber who does not read', () => {
  it('keeps its first event, and no later one that has no room: it waits for the next run', async () => {
    const { time, hub } = openHub();
    let version = 0;
    const run = vi.fn(() => {
      version += 1;
      return Promise.resolve(resultOf({ text: `${version} ${'x'.repeat(17 * megabyte)}` }));
    });
    const stream = hub.subscribe(requestOf('one', run));
    await time.advance(100);
    expect(run).toHaveBeenCalledTimes(1);
    expect((await stream.next()).done).toBe(false);
    await time.advance(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    const read = vi.fn();
    void stream.next().then(read);
    await settle();
    expect(read).not.toHaveBeenCalled();
    await time.advance(10_000);
    expect(run).toHaveBeenCalledTimes(3);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('keeps the event of the poll, and no older one that is equal', async () => {
    const { time, hub } = openHub();
    const run = vi.fn(() => Promise.resolve(resultOf({ n: 1 })));
    const stream = hub.subscribe(requestOf('one', run));
    await time.advance(9000);
    const { events } = watch(hub, requestOf('one', run));
    await time.advance(100);
    expect(run.mock.calls.length).toBeGreaterThan(1);
    expect((await stream.next()).value).toBe(events.at(-1));
  });
});

describe('streams of credentials that the Partner API has not accepted', () => {
  it('stay for good once their credential is accepted', async () => {
    const { proven, join } = openPlaces(3);
    const watchers = ['one', 'two', 'three'].map((name) => join(name));
    proven.add('one').add('three');
    watchers.push(join('four'));
    expect(await ended(watchers)).toEqual([false, true, false, false]);
    proven.add('four');
    expect(() => join('five')).toThrow(/LIVE_MAX_STREAMS/);
    expect(await ended(watchers)).toEqual([false, true, false, false]);
  });

  it('end nothing for a stream that its own credential may not have', async () => {
    const { join } = openPlaces(3);
    const watchers = ['one', 'two', 'two'].map((name) => join(name));
    expect(() => join('two')).toThrow(/LIVE_MAX_STREAMS_PER_CREDENTIAL/);
    expect(await ended(watchers)).toEqual([false, false, false]);
  });
});

it('a credential whose tenant was forgotten and made anew has one poll and one count of streams', () => {
  const { run, join } = openPlaces(9);
  // Each request has a tenant object of its own.
  join('one');
  join('one');
  expect(run).toHaveBeenCalledTimes(1);
  expect(() => join('one')).toThrow(/LIVE_MAX_STREAMS_PER_CREDENTIAL/);
});

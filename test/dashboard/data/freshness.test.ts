import { describe, expect, it } from 'vitest';
import { ageOf, leftOf } from '../../../src/dashboard/data/freshness-sign.js';
import { bad, type FakeStream, FakeWorld, openPage } from './fake-world.js';

const last = (world: FakeWorld): FakeStream => {
  const stream = world.streams.at(-1);
  if (stream === undefined) throw new Error('No stream.');
  return stream;
};

describe('a visible page', () => {
  it('opens one stream, of its watched operation, after that has been read', () => {
    const { world, freshness, watched } = openPage();
    expect(world.streams.map(({ entry, everySeconds }) => [entry, everySeconds])).toEqual([
      [watched, 15],
    ]);
    expect(freshness.sign.get().state).toBe('connecting');
    last(world).event(world.good(1));
    expect(freshness.sign.get().state).toBe('live');
    expect(world.sent()).toEqual([]);
  });

  it('does not stream what is not known yet', () => {
    const world = new FakeWorld();
    const page = openPage(world);
    page.freshness.keep(world.entry('unread'), 'watched');
    world.pass(0.1);
    expect(page.freshness.sign.get().state).toBe('connecting');
    expect(last(world).isClosed).toBe(true);
    expect(world.streams).toHaveLength(1);
  });

  it('reads the other operations after each event but the first, from what the poll has read', () => {
    const { world, watched } = openPage();
    last(world).event(world.good(1));
    world.pass(15);
    last(world).event(world.good(2));
    expect(watched.get().data).toEqual({ value: 2 });
    expect(world.sent()).toEqual(['other≤15']);
  });

  it('reads the other operations each minute, as the stream does not tell of them', () => {
    const { world } = openPage();
    last(world).event(world.good(1));
    world.pass(61);
    expect(world.sent()).toEqual(['other≤15']);
  });

  it('looks no more often than one REST request a second', () => {
    const { world, freshness } = openPage(new FakeWorld(), 40);
    expect(last(world).everySeconds).toBe(40);
    freshness.choose(30);
    world.sent();
    world.pass(39);
    expect(world.sent()).toEqual([]);
    world.pass(2);
    expect(world.sent()).toEqual(['watched≤0']);
  });

  it('tells the age of the oldest data; a live entry is as old as its interval at most', () => {
    const { world, freshness, other } = openPage();
    last(world).event(world.good(1));
    world.pass(20);
    expect(ageOf(freshness.sign.get(), world.now())).toBe(20);
    other.accept(world.good(2));
    world.pass(2);
    expect(ageOf(freshness.sign.get(), world.now())).toBe(15);
  });

  it('keeps its stream when a view gives way to one with the same operation', () => {
    const { world, freshness, watched } = openPage();
    last(world).event(world.good(1));
    const leave = freshness.keep(watched, 'watched');
    leave();
    freshness.keep(watched, 'watched');
    world.pass(0.1);
    expect(world.streams).toHaveLength(1);
    expect(last(world).isClosed).toBe(false);
  });

  it('polls without a watched operation: one first, then the others from what that has read', () => {
    const world = new FakeWorld();
    const { freshness } = openPage(world);
    freshness.choose(30);
    expect(last(world).isClosed).toBe(true);
    expect(freshness.sign.get()).toMatchObject({ state: 'polling', everySeconds: 30 });
    world.pass(30);
    const [read] = world.reads;
    expect(world.sent()).toEqual(['watched≤0']);
    world.pass(2);
    read?.answer(world.good(2));
    expect(world.sent()).toEqual(['other≤3']);
  });

  it('does nothing by itself when it is off', () => {
    const { world, freshness } = openPage();
    freshness.choose(0);
    world.pass(3600);
    expect(world.sent()).toEqual([]);
    expect(freshness.sign.get().state).toBe('off');
    expect(world.stored).toBe(0);
    freshness.refresh();
    expect(world.sent()).toEqual(['watched≤0']);
  });
});

describe('a stream', () => {
  it.each([
    ['costs too much', { kind: 'costly', shortestSeconds: 50 } as const, 50],
    ['finds no room', { kind: 'later' } as const, 15],
  ])('that %s gives way to polls', (_case, refusal, everySeconds) => {
    const { world, freshness } = openPage();
    last(world).refused(refusal);
    expect(freshness.sign.get()).toMatchObject({ state: 'polling', everySeconds });
    expect(last(world).isClosed).toBe(true);
  });

  it('without a first event in ten seconds gives way to polls, and is tried again later', () => {
    const { world, freshness } = openPage();
    world.pass(10.1);
    expect(freshness.sign.get().state).toBe('polling');
    world.pass(16);
    expect(world.reads).toHaveLength(1);
    for (let minute = 0; minute < 5; minute += 1) {
      world.pass(60);
      for (const read of world.reads.splice(0)) read.answer(world.good(2));
    }
    world.pass(15);
    for (const read of world.reads.splice(0)) read.answer(world.good(2));
    expect(world.streams).toHaveLength(2);
  });

  it('that is lost tells so until it is back', () => {
    const { world, freshness } = openPage();
    last(world).event(world.good(1));
    last(world).lost(false);
    expect(freshness.sign.get().state).toBe('reconnecting');
    last(world).lost(true);
    expect(freshness.sign.get().state).toBe('disconnected');
    last(world).event(world.good(2));
    expect(freshness.sign.get().state).toBe('live');
    world.look();
    expect(world.streams).toHaveLength(1);
  });

  it('that is lost connects at once when the tab is focused', () => {
    const { world } = openPage();
    last(world).lost(true);
    world.look();
    expect(world.streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('of a refused credential ends everything', () => {
    const { world, freshness } = openPage();
    last(world).event(bad('UNAUTHENTICATED'));
    expect(freshness.sign.get().state).toBe('off');
    world.pass(3600);
    expect(world.sent()).toEqual([]);
  });
});

describe('a hidden tab', () => {
  it('reads first when it comes back after longer than the interval', () => {
    const { world, freshness } = openPage();
    world.look(false);
    world.pass(600);
    expect(world.sent()).toEqual([]);
    world.look(true);
    const [read] = world.reads;
    expect(world.sent()).toEqual(['watched≤0']);
    expect(freshness.sign.get().state).toBe('connecting');
    read?.answer(world.good(2));
    expect(world.streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(world.sent()).toEqual(['other≤1']);
  });
});

describe('after a 429', () => {
  it('it waits as long as it must, and then continues by itself', () => {
    const { world, freshness, watched } = openPage();
    watched.accept(bad('RATE_LIMITED', { retryAfterSeconds: 12 }));
    expect(freshness.sign.get().state).toBe('waiting');
    expect(leftOf(freshness.sign.get(), world.now())).toBe(12);
    expect(last(world).isClosed).toBe(true);
    freshness.refresh();
    world.pass(11);
    expect(world.sent()).toEqual([]);
    world.pass(1);
    const [read] = world.reads;
    expect(world.sent()).toEqual(['watched≤0']);
    read?.answer(world.good(2));
    expect(freshness.sign.get().isFailing).toBe(false);
    expect(world.streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('that names no time it waits longer each time', () => {
    const { world, freshness, watched } = openPage();
    const waits = [1, 2, 3].map(() => {
      watched.accept(bad('RATE_LIMITED'));
      const seconds = leftOf(freshness.sign.get(), world.now());
      world.pass(seconds);
      return seconds;
    });
    expect(waits).toEqual([30, 60, 120]);
  });

  it('it continues also when the page is off', () => {
    const { world, freshness, watched } = openPage();
    freshness.choose(0);
    watched.accept(bad('RATE_LIMITED', { retryAfterSeconds: 5 }));
    world.pass(5);
    expect(world.sent()).toEqual(['watched≤0']);
    expect(freshness.sign.get().state).toBe('off');
  });
});

describe('a failed refresh', () => {
  it('keeps the data, says since when, and tries again with back-off', () => {
    const { world, freshness, watched } = openPage();
    freshness.choose(60);
    const { asOf } = watched.get();
    freshness.refresh();
    world.reads.splice(0)[0]?.answer(bad('UPSTREAM_TIMEOUT'));
    expect(watched.get().data).toEqual({ value: 1 });
    expect(freshness.sign.get()).toMatchObject({ asOf, isFailing: true, state: 'polling' });
    const waits = [5, 10, 20].map((seconds) => {
      world.pass(seconds - 0.5);
      const early = world.sent().filter((read) => read.startsWith('watched'));
      world.pass(0.5);
      world.reads.splice(0).forEach(({ answer }) => answer(bad('UPSTREAM_TIMEOUT')));
      return early;
    });
    expect(waits).toEqual([[], [], []]);
    expect(freshness.sign.get()).toMatchObject({ asOf, isFailing: true });
  });

  it('beside a stream is tried again, as the stream does not know of it', () => {
    const { world, freshness } = openPage();
    last(world).event(world.good(1));
    freshness.refresh();
    for (const read of world.reads.splice(0)) read.answer(bad('UPSTREAM_UNAVAILABLE'));
    world.pass(5);
    expect(world.sent()).toContain('watched≤15');
    expect(freshness.sign.get()).toMatchObject({ state: 'live', isFailing: true });
  });

  it('of an unreachable façade is shown as disconnected, and ends with the next answer', () => {
    const { world, freshness, watched } = openPage();
    freshness.choose(60);
    watched.accept(bad('FACADE_UNREACHABLE'));
    expect(freshness.sign.get().state).toBe('disconnected');
    world.look();
    expect(world.sent()).toEqual(['watched≤0']);
    watched.accept(world.good(2));
    expect(freshness.sign.get().state).toBe('polling');
  });
});

it('a closed page leaves no stream, timer or read', () => {
  const { world, close } = openPage();
  close();
  expect(last(world).isClosed).toBe(true);
  world.pass(3600);
  expect(world.sent()).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { bad, FakeWorld } from './fake-world.js';

describe('an entry', () => {
  it('reads once for two who show it, and afresh for one who asks for that', () => {
    const world = new FakeWorld();
    const entry = world.entry('one');
    entry.subscribe(() => undefined);
    entry.read(60);
    entry.read(60);
    expect(world.reads).toHaveLength(1);
    entry.read(0);
    expect(world.reads.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
  });

  it('keeps newer data when an older answer arrives late', () => {
    const world = new FakeWorld();
    const entry = world.entry('one');
    const old = world.good('old');
    world.pass(5);
    entry.accept(world.good('new'));
    entry.accept(old);
    expect(entry.get()).toMatchObject({ data: { value: 'new' }, asOf: world.now() });
  });

  it('stops its read when the last one leaves, but not when a view changes', async () => {
    const world = new FakeWorld();
    const entry = world.entry('one');
    const leave = entry.subscribe(() => undefined);
    entry.read(0);
    leave();
    const leaveAgain = entry.subscribe(() => undefined);
    await Promise.resolve();
    expect(world.reads[0]?.isCancelled).toBe(false);
    leaveAgain();
    await Promise.resolve();
    expect(world.reads[0]?.isCancelled).toBe(true);
    expect(entry.get().isBusy).toBe(false);
  });

  it('shows errors beside what it knows', () => {
    const world = new FakeWorld();
    const entry = world.entry('one');
    entry.accept(world.good(1));
    entry.accept(bad('UPSTREAM_TIMEOUT'));
    expect(entry.get()).toMatchObject({ data: { value: 1 }, errors: [{ code: 'UPSTREAM_TIMEOUT' }] });
  });
});

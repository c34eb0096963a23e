import { describe, expect, it } from 'vitest';
import { bad, FakeWorld } from './fake-world.js';
import { keepKnown, keptErrors } from '../../../src/dashboard/data/keep-known.js';

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
    expect(entry.get()).toMatchObject({
      data: { value: 1 },
      errors: [{ code: 'UPSTREAM_TIMEOUT' }],
    });
  });
});

const known = {
  isWhole: true,
  data: { screens: { count: 3, nodes: [{ id: 'a', name: 'A' }] }, media: { count: 2 } },
};
const failed = (path: readonly (string | number)[], code = 'UPSTREAM_UNAVAILABLE') => [
  { code, message: '', path },
];

describe('what was known', () => {
  it('stays where nothing could be read', () => {
    const merged = keepKnown(known, { screens: null, media: { count: 5 } }, failed(['screens']));
    expect(merged).toEqual({ screens: known.data.screens, media: { count: 5 } });
  });

  it('stays where a null stands above the field that failed', () => {
    const merged = keepKnown(
      known,
      { screens: null, media: null },
      failed(['screens', 'nodes', 0, 'name']),
    );
    expect(merged).toEqual({ screens: known.data.screens, media: null });
  });

  it('stays where only a part could be read, unless that was so before', () => {
    const part = { screens: { count: 1, nodes: [] }, media: { count: 2 } };
    expect(keepKnown(known, part, failed(['screens']))).toEqual(known.data);
    expect(keepKnown({ ...known, isWhole: false }, part, failed(['screens']))).toBe(part);
  });

  it('gives way where the place in a list holds another record', () => {
    const moved = { screens: { count: 3, nodes: [{ id: 'b', name: null }] }, media: { count: 2 } };
    expect(keepKnown(known, moved, failed(['screens', 'nodes', 0, 'name']))).toBe(moved);
  });

  it('gives way to a refusal that lasts', () => {
    const refused = { screens: null, media: { count: 2 } };
    expect(keepKnown(known, refused, failed(['screens'], 'FORBIDDEN'))).toBe(refused);
  });
});

describe('why something is missing in what was known', () => {
  const gone = failed(['screens', 'nodes', 1], 'NOT_FOUND');
  const before = [...gone, ...failed(['screens', 'nodes', 2])];

  it('stays where the part around it could not be read', () => {
    expect(keptErrors(before, failed(['screens']))).toEqual(gone);
    expect(keptErrors(before, failed([]))).toEqual(gone);
  });

  it('goes where the part around it was read, or is gone', () => {
    expect(keptErrors(before, failed(['media']))).toEqual([]);
    expect(keptErrors(before, failed(['screens'], 'FORBIDDEN'))).toEqual([]);
  });
});

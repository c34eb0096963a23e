import { describe, expect, it } from 'vitest';
import { Work } from '../../src/execution/work.js';
import { screenFinder } from '../../src/find/screen.js';
import { sortRecords } from '../../src/find/sorted-list.js';
import { filterInSteps } from '../../src/find/steps.js';
import type { Screen } from '../../src/partner/screen.js';

const newWork = () =>
  new Work({ errorBehavior: 'PROPAGATE', maxNodes: Infinity, ended: () => undefined, kindOf: () => 'any' });

const screens = Array.from({ length: 10_000 }, (_, index): Screen => ({
  id: `s${index}`,
  name: `Screen ${(index * 7919) % 10_000}`,
  status: 'online',
  availability: { mode: 'always', timezone: 'UTC', isOnNow: true },
  itemCount: 1,
  totalDurationSeconds: 1,
  createdAt: '2026-05-17T08:00:00Z',
  updatedAt: '2026-05-17T08:00:00Z',
}));

/** The turns of the event loop that pass until the work is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const tick = (): void => {
    turns += 1;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  return turns;
}

describe('what is found in 10,000 records', () => {
  it('is sorted in several turns of the event loop, and others run between them', async () => {
    const work = newWork();
    const order = { field: screenFinder.orders.NAME, direction: 'ASC' as const };
    expect(await turnsOf(() => work.inSlices(sortRecords(screens, order)))).toBeGreaterThan(5);
  });

  it('is filtered in as many more turns as there are filters', async () => {
    const work = newWork();
    const filters = Array.from({ length: 10 }, () => filterInSteps(screens, () => true));
    const turns = await turnsOf(() => Promise.all(filters.map((steps) => work.inSlices(steps))));
    expect(turns).toBeGreaterThan(10);
  });

  it('is filtered at once where there are few', async () => {
    const work = newWork();
    expect(await turnsOf(() => work.inSlices(filterInSteps(screens.slice(0, 500), () => true)))).toBe(0);
  });
});

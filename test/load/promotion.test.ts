import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it, onTestFinished } from 'vitest';
import { createWorldFacade, post } from '../fuzz/world.js';

/** Bytes of all that has outlived the youngest generation. */
const outlived = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new'))
    .reduce((sum, { space_used_size: used }) => sum + used, 0);

function isFull(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  if (typeof detail !== 'object' || detail === null || !('kind' in detail)) return false;
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** Counts full collections: they would hide what has piled up. */
function followFullCollections(): () => number {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter(isFull).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  onTestFinished(() => observer.disconnect());
  return () => count;
}

/**
 * Bytes of an operation that reads some 50 KB; what is being compiled meanwhile lasts too. V8 of
 * Node.js 20 moves parsed playback configurations out of the youngest generation, 2 KB each,
 * whatever points to them.
 */
const maxGrowth = Number(process.versions.node.split('.')[0]) < 22 ? 30_000 : 6000;

/**
 * What an operation reads must be garbage once it ends. In a few cases V8 keeps it until the next
 * full collection: a getter in an object literal, a long-lived Map with an entry for each request,
 * a literal that V8 expects to live long. Moving it then takes most of the processor time.
 */
it('no record that an operation reads outlives it', async () => {
  const facade = createWorldFacade();
  onTestFinished(() => facade.close());
  const query =
    '{ organization { name } screens(first: 10) { nodes { name playbackConfiguration { items { media { name } } } } } media(first: 100) { nodes { id name url } } }';
  const ask = async (times: number): Promise<void> => {
    for (let use = 0; use < times; use += 1)
      expect((await post(facade, { query })).status).toBe(200);
  };
  const fullCollections = followFullCollections();
  await ask(300);
  const growth: number[] = [];
  for (let window = 0; window < 8; window += 1) {
    const [before, collected] = [outlived(), fullCollections()];
    await ask(100);
    // Entries are reported one turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve));
    if (fullCollections() === collected) growth.push((outlived() - before) / 100);
  }
  expect(growth.length).toBeGreaterThan(0);
  expect(Math.min(...growth)).toBeLessThan(maxGrowth);
});

import { expect, it } from 'vitest';
import { LiveHub } from '../../../src/extra/live/live-hub.js';
import { Alone } from '../../../src/shared/alone.js';
import { usedHeap } from '../../load/heap.js';
import { createFakeTime, settle } from '../../extra/live/fake-time.js';
import { requestOf, resultOf, settings, unobserved, watch } from '../../extra/live/watcher.js';

it('when the last subscriber has left, the hub holds nothing of credentials, operations and results', async () => {
  const time = createFakeTime();
  const hub = new LiveHub(settings, unobserved, new Alone(), time);
  const kept: WeakRef<object>[] = [];
  const visit = async (nth: number): Promise<void> => {
    const event = resultOf({ nth });
    const run = () => Promise.resolve(event);
    const variables = String(nth % 3);
    const isAccepted = (): boolean => nth % 2 === 0;
    const watchers = [1, 2].map(() =>
      watch(hub, requestOf(`credential ${nth}`, run, { variables, isAccepted })),
    );
    await time.advance(nth % 5 === 0 ? 20_000 : 1);
    for (const { leave } of watchers) leave();
    kept.push(
      new WeakRef(run),
      new WeakRef(event),
      ...watchers.map(({ stream }) => new WeakRef(stream)),
    );
  };
  for (let nth = 0; nth < 50; nth += 1) await visit(nth);
  await settle();
  expect(time.pending()).toBe(0);
  await usedHeap();
  expect(kept.filter((each) => each.deref() !== undefined)).toEqual([]);
  const before = await usedHeap();
  for (let nth = 0; nth < 20_000; nth += 1)
    await hub.subscribe(requestOf(`another ${nth}`, () => Promise.resolve(resultOf({})))).return();
  await settle();
  expect((await usedHeap()) - before).toBeLessThan(1_000_000);
  hub.close();
});

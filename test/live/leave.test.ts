import { describe, expect, it } from 'vitest';
import { LiveHub } from '../../src/operation/live/live-hub.js';
import { usedHeap } from '../load/heap.js';
import { createFakeTime, settle } from '../operation/live/fake-time.js';
import { requestOf, resultOf, settings, unobserved, watch } from '../operation/live/watcher.js';
import { credentials } from '../rig/credential.js';
import { subscribe } from '../rig/event-stream.js';
import { sumOf } from '../rig/metric.js';
import { readProcessState } from '../rig/process-state.js';
import { startRig } from '../rig/rig.js';
import { until } from '../rig/wait.js';

describe('when the last subscriber has left', () => {
  it('the hub holds nothing of credentials, operations and results', async () => {
    const time = createFakeTime();
    const hub = new LiveHub(settings, unobserved, time);
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
      kept.push(new WeakRef(run), new WeakRef(event), ...watchers.map(({ stream }) => new WeakRef(stream)));
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

  it('the façade has no poll, no timer, no request and no connection of a client', async () => {
    const { upstream, facade, listen } = await startRig({ settings: { LIVE_MIN_SECONDS: '1' } });
    const url = await listen();
    const holders = [credentials.alpha.everything, credentials.alpha.screens, credentials.beta.everything];
    const before = readProcessState();
    const query = (id: number): string =>
      `subscription { live(everySeconds: ${1 + (id % 2)}) { screens(first: ${1 + id}) { nodes { id } } } }`;
    const open = await Promise.all(
      holders.flatMap((credential) => [0, 1, 2, 3].map((id) => subscribe(url, query(id), { credential }))),
    );
    for (const each of open) await each.next();
    for (const each of open) each.leave();
    await until('all have left', async () => (await sumOf(facade, 'live_streams')) === 0);
    expect(upstream.inFlight()).toBe(0);
    const timers = ({ resources }: typeof before): number => resources.get('Timeout') ?? 0;
    await until('no timer is left', () => timers(readProcessState()) <= timers(before));
  });
});

import cluster from 'node:cluster';
import { expect, it } from 'vitest';
import { createRestartLimit, WorkerHandle } from '../../../src/extra/cluster/primary.js';

/** Whether each exit at these milliseconds may be followed by a restart. */
function judge(moments: readonly number[]): boolean[] {
  let now = 0;
  const mayRestart = createRestartLimit(() => now);
  return moments.map((moment) => {
    now = moment;
    return mayRestart();
  });
}

it.each([
  ['allows five restarts in ten seconds', [0, 0, 1000, 5000, 9998], true],
  ['and no sixth', [0, 0, 1000, 5000, 9998, 9999], false],
  ['forgets an exit after ten seconds', [0, 1, 2, 3, 4, 10_000], true],
  ['and only then', [0, 1, 2, 3, 4, 10_000, 10_000], false],
  [
    'allows an exit every two seconds without end',
    Array.from({ length: 50 }, (_, index) => index * 2000),
    true,
  ],
])('the limit of restarts %s', (_what, moments, expected) => {
  const judged = judge(moments);
  expect([judged.slice(0, -1).includes(false), judged.at(-1)]).toEqual([false, expected]);
});

it('what fails for a worker that has ended ends nothing else', async () => {
  cluster.setupPrimary({ execArgv: ['--eval', 'process.exit()'] });
  const { ended } = new WorkerHandle(1);
  const [worker] = Object.values(cluster.workers ?? {});
  expect(await ended).toBe('code 0');
  expect(worker?.emit('error', new Error('write EPIPE'))).toBe(true);
});

import { expect, it } from 'vitest';
import { startCommand } from '../rig/command.js';
import { sumOf } from '../rig/metric.js';
import { until } from '../rig/wait.js';
import { document, liveSettings, startScreens, view } from './live-fleet.js';
import { describeWithRedis, startRedis } from './redis.js';

const everySeconds = 3;

describeWithRedis('a fleet that loses a replica', () => {
  it('another one takes over the poll of a replica that was killed, within two intervals', async () => {
    const redis = await startRedis();
    const upstream = await startScreens();
    const settings = { ...liveSettings(redis.url), LOG_LEVEL: 'info', PARTNER_API_URL: upstream.url };
    const processes = await Promise.all([0, 1].map(() => startCommand(settings)));
    const urls = processes.map(({ url }) => url);
    await until('all share', () =>
      processes.every(({ output }) => output().includes('the shared store is in use')),
    );
    const [owner, witness] = [
      await view(urls[0] ?? '', document(everySeconds)),
      await view(urls[1] ?? '', document(everySeconds)),
    ];
    await until('both have a result', () => [owner, witness].every(({ events }) => events.length === 1));
    const before = upstream.count();
    await until('the owner polls again', () => upstream.count() > before);
    expect(await sumOf(urls[1] ?? '', 'live_polls_total')).toBe(0);
    const at = performance.now();
    processes[0]?.process.kill('SIGKILL');
    await processes[0]?.ended;
    const sent = upstream.count();
    upstream.rename('after the kill');
    await until('the other one polls', () => upstream.count() > sent);
    // 1.5 intervals by design; the rest is for a busy machine.
    expect(performance.now() - at).toBeLessThan(2 * everySeconds * 1000);
    await until('the change is delivered', () => witness.name() === 'after the kill');
    expect(witness.codes()).toEqual([]);
  });
});

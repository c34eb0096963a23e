import { describe, expect, it } from 'vitest';
import { eventually } from '../telemetry/watched.js';
import { ask, isOpen, pidsOf, startOver, startSeveral, times } from './several-workers.js';

describe('the first signal', () => {
  it.each(['to the primary process', 'to every process, as Ctrl-C is'])(
    'C16: requests in flight in either worker are served when it is sent %s, and new connections are refused',
    async (target) => {
      const { facade, simulator } = await startOver(2500);
      const responses = times(20, (index) =>
        ask(facade.url, '/graphql', `{ screen(id: "absent-${index}") { id } }`),
      );
      await eventually(() => simulator.requests.length).toBe(20);
      const pids = target.startsWith('to every') ? pidsOf(facade) : [];
      for (const pid of pids) process.kill(pid, 'SIGINT');
      facade.signal('SIGINT');
      await eventually(() => isOpen(facade.url)).toBe(false);
      for (const { status, body } of await Promise.all(responses)) {
        expect(status).toBe(200);
        expect(body).toContain('NOT_FOUND');
      }
      expect(await facade.ended).toBe(0);
      expect(facade.output()).toContain('"signal":"SIGINT","msg":"draining"');
      expect(facade.output()).toContain('"everythingAnswered":true,"msg":"drained"');
      expect(facade.output()).not.toContain('worker ended');
    },
  );

  it('a worker whose event loop hangs does not delay the others: it is killed after the bound', async () => {
    const facade = await startSeveral({ DRAIN_TIMEOUT_MS: '200' });
    process.kill(pidsOf(facade)[1] ?? 0, 'SIGSTOP');
    facade.signal('SIGTERM');
    expect(await facade.ended).toBe(0);
    expect(facade.output()).toContain('"everythingAnswered":false');
    expect(await isOpen(facade.url)).toBe(false);
  });
});

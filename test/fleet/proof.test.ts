import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { subscribe } from '../rig/event-stream.js';
import { sumOf } from '../rig/metric.js';
import { until } from '../rig/wait.js';
import { ask, codesOf, proofIsImpossible, startProof } from './proof.js';
import { startRedis } from './redis.js';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe.skipIf(proofIsImpossible)(
  `three replicas behind nginx${proofIsImpossible ? `: ${proofIsImpossible}` : ''}`,
  () => {
    it('each serves, whoever asks', async () => {
      const { url, replicas } = await startProof({ redis: await startRedis() });
      for (const index of times(9, Number))
        expect(codesOf(await ask(url, `{ organization { name } n${index}: organization { id } }`))).toEqual(
          [],
        );
      for (const replica of replicas) expect(await sumOf(replica.url, 'operations_total')).toBe(3);
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
    });

    it('a 429 at one silences all within 50 ms', async () => {
      const quota = { requests: 1, windowSeconds: 1, retryAfter: true };
      const { replicas, simulator } = await startProof({ redis: await startRedis(), simulator: { quota } });
      const [first = '', ...others] = replicas.map((replica) => replica.url);
      const query = '{ organization { name } }';
      const isRefused = async (url: string): Promise<boolean> =>
        codesOf(await ask(url, query)).includes('RATE_LIMITED');
      const sent: number[] = [];
      for (let episode = 0; episode < 5; episode += 1) {
        await until('the wait has ended', async () => !(await isRefused(first)));
        await until('the quota is used up', () => isRefused(first));
        await delay(45);
        const before = simulator.requests.length;
        expect(await Promise.all(others.map(isRefused))).toEqual([true, true]);
        sent.push(simulator.requests.length - before);
      }
      // Replicas that have not heard always send. A machine with other work may delay a process; not each time.
      expect(sent).toContain(0);
    });

    it('a replica that is killed costs no operation', async () => {
      const { url, replicas } = await startProof({ redis: await startRedis() });
      const load = times(6, async (client) => {
        const codes: unknown[] = [];
        for (let round = 0; round < 20; round += 1)
          codes.push(...codesOf(await ask(url, `{ c${client}r${round}: organization { name } }`)));
        return codes;
      });
      replicas[0]?.process.kill('SIGKILL');
      expect((await Promise.all(load)).flat()).toEqual([]);
    });

    it('events reach subscribers as they happen', async () => {
      const { url, simulator } = await startProof({ redis: await startRedis() });
      const stream = await subscribe(
        url,
        'subscription { live(everySeconds: 1) { organization { name } } }',
        {
          credential: 'demo-everything-credential',
        },
      );
      expect(await stream.next()).toMatchObject({
        data: { live: { organization: { name: 'Nordlicht Bahn & Retail' } } },
      });
      simulator.setFaults([{ status: 503 }]);
      expect((await stream.next())?.errors).toHaveLength(1);
      simulator.setFaults([]);
      expect((await stream.next())?.errors).toBeUndefined();
      stream.leave();
    });
  },
);

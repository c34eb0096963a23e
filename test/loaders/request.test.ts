import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { fairShare, Limiter } from '../../src/tenant/limiter.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

describe('operations of one credential share an in-flight request', () => {
  it('a process slot stays taken until the request ends, even when the operation that sent it has left', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const processLimiter = new Limiter(1, fairShare(1));
    const [starter, joiner, other] = Array.from({ length: 3 }, () =>
      openOperation({ client, tenant, processLimiter }),
    );
    starter?.read('/a');
    joiner?.read('/a');
    other?.read('/b');
    await settle();
    expect(processLimiter.size()).toEqual({ inside: 1, waiting: 1 });
    starter?.end();
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a']);
    expect(processLimiter.size()).toEqual({ inside: 1, waiting: 1 });
    sent[0]?.respond('record');
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b']);
    sent[1]?.respond('record');
    await settle();
    expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
  });

  it('D10: a request that waits for a slot leaves the queue when another operation sends it', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const processLimiter = new Limiter(1, fairShare(1));
    const operations = Array.from({ length: 20 }, () => openOperation({ client, tenant, processLimiter }));
    for (const path of ['/a', '/b', '/c']) for (const { read } of operations) read(path);
    for (let index = 0; index < 3; index += 1) {
      await settle();
      sent[index]?.respond('record');
    }
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    for (const { outcomes } of operations) expect(outcomes).toHaveLength(3);
  });

  it('C15: in any order of reads, responses and departures, a path has one request at a time and every read settles once', async () => {
    const step = fc.record({
      kind: fc.oneof(
        { weight: 5, arbitrary: fc.constant('read') },
        { weight: 3, arbitrary: fc.constant('respond') },
        { weight: 2, arbitrary: fc.constant('settle') },
        fc.constantFrom('fail', 'end'),
      ),
      who: fc.nat(50),
      path: fc.constantFrom('/a', '/b', '/c'),
    });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40 }),
      async (places, steps) => {
        const { client, sent } = createManualClient();
        const tenant = openTenant();
        const processLimiter = new Limiter(places, fairShare(places));
        const operations = Array.from({ length: 4 }, () =>
          openOperation({ client, tenant, processLimiter, concurrency: 2 }),
        );
        const ended = new Set<number>();
        const readCounts = [0, 0, 0, 0];
        for (const { kind, who, path } of steps) {
          const open = sent.filter(({ isSettled }) => !isSettled);
          const one = open[who % Math.max(1, open.length)];
          const nth = who % operations.length;
          if (kind === 'settle') await settle();
          else if (kind === 'respond') one?.respond('record');
          else if (kind === 'fail')
            one?.fail(new PartnerError('UPSTREAM_UNAVAILABLE', 'down', { status: 500 }));
          else if (kind === 'end') {
            operations[nth]?.end();
            ended.add(nth);
          } else {
            operations[nth]?.read(path);
            readCounts[nth] = (readCounts[nth] ?? 0) + 1;
          }
          const paths = sent.filter(({ isSettled }) => !isSettled).map((each) => each.path);
          expect(new Set(paths).size).toBe(paths.length);
          expect(paths.length).toBeLessThanOrEqual(places);
        }
        for (let round = 0; round < 20; round += 1) {
          await settle();
          for (const one of sent) if (!one.isSettled) one.respond('record');
        }
        await settle();
        operations.forEach(({ outcomes, cost }, index) => {
          expect(outcomes).toHaveLength(readCounts[index] ?? 0);
          // An operation that leaves aborts the reads of no other.
          if (!ended.has(index)) expect(outcomes.filter((outcome) => outcome.endsWith(' left'))).toEqual([]);
          expect(cost.requests + cost.shared).toBeLessThanOrEqual(readCounts[index] ?? 0);
        });
        expect(operations.reduce((sum, { cost }) => sum + cost.requests, 0)).toBe(sent.length);
        expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect([Object.keys(tenant.inFlight).length, tenant.waitingByPath.size]).toEqual([0, 0]);
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 100 });
  });
});

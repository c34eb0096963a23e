import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { fairShare } from '../../src/tenant/fair-share.js';
import { createLimiter } from '../../src/tenant/limiter.js';
import { createTenants } from '../../src/tenant/tenant.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

describe('operations of one credential share an in-flight request', () => {
  it('one request serves all; the operation that starts it counts it', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const operations = Array.from({ length: 20 }, () => openOperation({ client, tenant }));
    for (const { read } of operations) read('/a');
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.respond('record');
    await settle();
    expect(operations.flatMap(({ outcomes }) => outcomes)).toEqual(
      Array.from({ length: 20 }, () => '/a record'),
    );
    expect(operations.map(({ cost }) => cost.requests)).toEqual([1, ...Array.from({ length: 19 }, () => 0)]);
    expect(operations.map(({ cost }) => cost.shared)).toEqual([0, ...Array.from({ length: 19 }, () => 1)]);
  });

  it('G4: two credentials share nothing', async () => {
    const { client, sent } = createManualClient();
    const tenants = createTenants({ now: () => 0, maxCoolDownSeconds: 300 });
    for (const name of ['first', 'second']) openOperation({ client, tenant: tenants.of(name) }).read('/a');
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('G5: a later operation does not get an earlier response', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const [first, second] = [openOperation({ client, tenant }), openOperation({ client, tenant })];
    first.read('/a');
    await settle();
    sent[0]?.fail(new PartnerError('UPSTREAM_UNAVAILABLE', 'down', { status: 500 }));
    await settle();
    second.read('/a');
    await settle();
    sent[1]?.respond('record');
    await settle();
    expect([first.outcomes, second.outcomes]).toEqual([['/a UPSTREAM_UNAVAILABLE'], ['/a record']]);
  });

  it.each([0, 1])(
    'C14: when subscriber %i of two leaves, the other gets the record and nothing is aborted',
    async (leaver) => {
      const { client, sent } = createManualClient();
      const tenant = openTenant();
      const operations = [openOperation({ client, tenant }), openOperation({ client, tenant })];
      for (const { read } of operations) read('/a');
      await settle();
      operations[leaver]?.end();
      await settle();
      expect(operations[leaver]?.outcomes).toEqual(['/a left']);
      expect(sent[0]?.aborted).toBeUndefined();
      sent[0]?.respond('record');
      await settle();
      expect(operations[1 - leaver]?.outcomes).toEqual(['/a record']);
    },
  );

  it('when the last subscriber leaves, the request is aborted and later operations send their own', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const operations = [openOperation({ client, tenant }), openOperation({ client, tenant })];
    for (const { read } of operations) read('/a');
    await settle();
    operations[0]?.end();
    operations[1]?.end('left too');
    expect(sent[0]?.aborted?.message).toBe('left too');
    const later = openOperation({ client, tenant });
    later.read('/a');
    await settle();
    expect(sent).toHaveLength(2);
    expect(Object.keys(tenant.inFlight).length).toBe(1);
  });

  it('a process slot stays taken until the request ends, even when the operation that sent it has left', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const processLimiter = createLimiter(1, fairShare(1));
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
    const processLimiter = createLimiter(1, fairShare(1));
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

  it('a request that gets a slot releases it when another operation has sent the same request meanwhile', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const processLimiter = createLimiter(1, fairShare(1));
    const operations = Array.from({ length: 3 }, () => openOperation({ client, tenant, processLimiter }));
    operations[0]?.read('/a');
    await settle();
    operations[1]?.read('/b');
    operations[2]?.read('/b');
    await settle();
    sent[0]?.respond('record');
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b']);
    sent[1]?.respond('record');
    await settle();
    expect(operations.map(({ outcomes }) => outcomes)).toEqual([['/a record'], ['/b record'], ['/b record']]);
    expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
  });

  it('C15: in any order of reads, responses and departures, a path has one request at a time and every read settles once', async () => {
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('read' as const),
          who: fc.nat(3),
          path: fc.constantFrom('/a', '/b', '/c'),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('respond' as const),
          who: fc.nat(50),
          path: fc.constant(''),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('fail' as const), who: fc.nat(50), path: fc.constant('') }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('end' as const), who: fc.nat(3), path: fc.constant('') }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('settle' as const), who: fc.nat(3), path: fc.constant('') }),
      },
    );
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(step, { maxLength: 40 }),
      async (places, steps) => {
        const { client, sent } = createManualClient();
        const tenant = openTenant();
        const processLimiter = createLimiter(places, fairShare(places));
        const operations = Array.from({ length: 4 }, () =>
          openOperation({ client, tenant, processLimiter, concurrency: 2 }),
        );
        const ended = new Set<number>();
        const readCounts = [0, 0, 0, 0];
        for (const { kind, who, path } of steps) {
          const open = sent.filter(({ isSettled }) => !isSettled);
          const one = open[who % Math.max(1, open.length)];
          if (kind === 'settle') await settle();
          else if (kind === 'respond') one?.respond('record');
          else if (kind === 'fail')
            one?.fail(new PartnerError('UPSTREAM_UNAVAILABLE', 'down', { status: 500 }));
          else if (kind === 'end') {
            operations[who]?.end();
            ended.add(who);
          } else {
            operations[who]?.read(path);
            readCounts[who] = (readCounts[who] ?? 0) + 1;
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
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });
});

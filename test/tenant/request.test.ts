import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getMedia } from '../../src/partner/media.js';
import { Limiter } from '../../src/tenant/limiter.js';
import { createManualClient, openOperation, openTenant, settle } from '../session/operation.js';

/** Operations of one credential in a process that has so many slots. */
function openMany(count: number, slots: number, concurrency = 32) {
  const { client, sent } = createManualClient();
  const processLimiter = new Limiter(slots);
  const tenant = Object.assign(openTenant(), { limiter: processLimiter });
  const open = () => openOperation({ client, tenant, concurrency });
  return { sent, tenant, processLimiter, operations: Array.from({ length: count }, open) };
}

describe('operations of one credential share an in-flight request', () => {
  it('a process slot stays taken until the request ends, even when the operation that sent it has left', async () => {
    const { sent, processLimiter, operations } = openMany(3, 1);
    const [starter, joiner, other] = operations;
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
    const { sent, operations } = openMany(20, 1);
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
    const kind = fc.oneof(
      { weight: 5, arbitrary: fc.constant('read') },
      { weight: 3, arbitrary: fc.constant('respond') },
      { weight: 2, arbitrary: fc.constant('settle') },
      fc.constantFrom('fail', 'end'),
    );
    const step = fc.record({ kind, who: fc.nat(50), path: fc.constantFrom('/a', '/b', '/c') });
    const steps = fc.array(step, { maxLength: 40 });
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      steps,
      async (places, taken) => {
        const { sent, processLimiter, operations } = openMany(4, places, 2);
        const ended = new Set<number>();
        const readCounts = [0, 0, 0, 0];
        for (const { kind, who, path } of taken) {
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
          if (!ended.has(index))
            expect(outcomes.filter((outcome) => outcome.endsWith(' left'))).toEqual([]);
          expect(cost.requests + cost.shared).toBeLessThanOrEqual(readCounts[index] ?? 0);
        });
        expect(operations.reduce((sum, { cost }) => sum + cost.requests, 0)).toBe(sent.length);
        expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 100 });
  });
});

describe('an in-flight request that has used half of its timeout', () => {
  const open = () => {
    const clock = { now: 0 };
    const { client, sent } = createManualClient();
    const tenant = openTenant('credential', () => clock.now);
    return { clock, sent, tenant, operation: () => openOperation({ client, tenant }) };
  };

  it.each([
    [0, 1],
    [499, 1],
    [500, 1],
    [501, 2],
    [999, 2],
  ])('of 1000 ms, after %d ms: a second operation leads to %d requests', async (age, requests) => {
    const { clock, sent, operation } = open();
    operation().read('/a');
    clock.now = age;
    operation().read('/a');
    await settle();
    expect(sent).toHaveLength(requests);
  });

  it('is not joined by later operations, which join the newer request; each gets its own response, in either order', async () => {
    const orders = [0, 1].map((one) => [one, 1 - one]);
    for (const order of orders) {
      const { clock, sent, operation } = open();
      const [first, second, third] = [operation(), operation(), operation()];
      first.read('/a');
      clock.now = 600;
      second.read('/a');
      clock.now = 1000;
      third.read('/a');
      await settle();
      expect(sent).toHaveLength(2);
      for (const one of order) {
        sent[one]?.respond(`record ${one}`);
        await settle();
      }
      const outcomes = [first, second, third].flatMap((each) => each.outcomes);
      expect(outcomes).toEqual(['/a record 0', '/a record 1', '/a record 1']);
      expect([second.cost.requests, third.cost.requests, third.cost.shared]).toEqual([1, 0, 1]);
    }
  });

  it('is no longer fresh; neither is an operation that has a response', async () => {
    const { clock, sent, operation } = open();
    const [first, joiner, own] = [operation(), operation(), operation()];
    expect(first.isFresh()).toBe(true);
    first.read('/a');
    clock.now = 400;
    joiner.read('/a');
    clock.now = 500;
    expect([first.isFresh(), joiner.isFresh()]).toEqual([true, true]);
    clock.now = 501;
    own.read('/a');
    expect([first, joiner, own].map(({ isFresh }) => isFresh())).toEqual([false, false, true]);
    sent[1]?.respond('record');
    await settle();
    expect(own.isFresh()).toBe(false);
  });
});

describe('a request is not sent', () => {
  const refused = (
    status: number,
    code: 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'FORBIDDEN',
  ): PartnerError => new PartnerError(code, 'partnerV1_screen was refused.', { status });

  it('again, if a 429 or a 401 has arrived meanwhile', async () => {
    for (const error of [refused(429, 'RATE_LIMITED'), refused(401, 'UNAUTHENTICATED')]) {
      const { client, sent } = createManualClient();
      const operation = openOperation({ client, tenant: openTenant() });
      operation.read('/a');
      operation.read('/b');
      await settle();
      expect(sent[0]?.sender.maySendAgain(getMedia)).toBe(true);
      sent[1]?.fail(error);
      await settle();
      expect(sent[0]?.sender.maySendAgain(getMedia)).toBe(false);
      expect(operation.cost.requests).toBe(3);
    }
  });

  it('D14: beyond the budget; shared requests are free', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const [rich, poor] = [
      openOperation({ client, tenant }),
      openOperation({ client, tenant, limit: 1 }),
    ];
    rich.read('/shared');
    poor.read('/own');
    poor.read('/shared');
    poor.read('/more');
    await settle();
    for (const one of sent) one.respond('record');
    await settle();
    const outcomes = ['/more UPSTREAM_BUDGET_EXCEEDED', '/own record', '/shared record'];
    expect(poor.outcomes.toSorted()).toEqual(outcomes);
    expect(sent.map(({ path }) => path)).toEqual(['/shared', '/own']);
  });

  it('D21: beyond the budget of bytes; whoever waits for a body pays for it, and the last to leave ends it', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const [one, other] = [openOperation({ client, tenant }), openOperation({ client, tenant })];
    one.read('/own');
    one.read('/shared');
    other.read('/shared');
    await settle();
    const [own, shared] = sent;
    own?.bytesRead(600);
    shared?.bytesRead(400);
    await settle();
    expect(one.outcomes).toEqual([]);
    shared?.bytesRead(1);
    await settle();
    expect(one.outcomes).toEqual(['/shared UPSTREAM_BUDGET_EXCEEDED']);
    expect(shared?.aborted).toBeUndefined();
    // What comes later is not read any more, and nothing is sent for it.
    one.read('/later');
    own?.bytesRead(1);
    shared?.bytesRead(599);
    shared?.respond('record');
    await settle();
    expect(own?.aborted).toMatchObject({ code: 'UPSTREAM_BUDGET_EXCEEDED' });
    expect(one.outcomes.slice(1)).toEqual([
      '/later UPSTREAM_BUDGET_EXCEEDED',
      '/own UPSTREAM_BUDGET_EXCEEDED',
    ]);
    expect(other.outcomes).toEqual(['/shared record']);
    expect(sent).toHaveLength(2);
  });

  it('D21: who joins a request later pays for what has come of its body', async () => {
    const { client, sent } = createManualClient();
    const tenant = openTenant();
    const [one, other] = [openOperation({ client, tenant }), openOperation({ client, tenant })];
    one.read('/shared');
    await settle();
    sent[0]?.bytesRead(900);
    other.read('/shared');
    other.read('/own');
    await settle();
    sent[1]?.bytesRead(101);
    await settle();
    expect(other.outcomes).toEqual(['/own UPSTREAM_BUDGET_EXCEEDED']);
    expect(sent[0]?.aborted).toBeUndefined();
  });
});

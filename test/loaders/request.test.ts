import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare } from '../../src/tenant/fair-share.js';
import { createLimiter, type Limiter } from '../../src/tenant/limiter.js';
import { getRecord } from '../../src/loaders/request.js';
import { createRequestQueue, endRequests, isFresh } from '../../src/loaders/request-queue.js';
import { createTenants, type Tenant } from '../../src/tenant/tenant.js';
import type { RecordEndpoint } from '../../src/partner/endpoint.js';
import { PartnerError } from '../../src/partner/error.js';
import { getMedia } from '../../src/partner/media.js';
import { getScreen } from '../../src/partner/screen.js';
import type { Client, ClientRequest } from '../../src/rest/client.js';
import type { Sender } from '../../src/rest/sender.js';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A request that the client was given and that is answered when the test says so. */
interface Sent {
  readonly path: string;
  readonly sender: Sender;
  readonly answer: (value: string) => void;
  readonly fail: (error: Error) => void;
  aborted: Error | undefined;
  isOver: boolean;
}

/** A client that sends nothing: every request stands in `sent`. */
function createHand() {
  const sent: Sent[] = [];
  const client: Client = {
    read({ path }: ClientRequest, sender: Sender) {
      let settleIt:
        { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void } | undefined;
      const result = new Promise<string>((resolve, reject) => (settleIt = { resolve, reject }));
      const one: Sent = {
        path,
        sender,
        aborted: undefined,
        isOver: false,
        answer(value) {
          one.isOver = true;
          settleIt?.resolve(value);
        },
        fail(error) {
          one.isOver = true;
          settleIt?.reject(error);
        },
      };
      sent.push(one);
      const abort = (reason: Error): void => {
        if (one.isOver) return;
        one.aborted = reason;
        one.fail(reason);
      };
      return { result, abort };
    },
    close: () => Promise.resolve(),
  };
  return { client, sent };
}

interface Setup {
  readonly client: Client;
  readonly tenant: Tenant;
  readonly processLimiter?: Limiter;
  readonly limit?: number;
  readonly concurrency?: number;
}

/** One operation's requests. */
function openOperation({
  client,
  tenant,
  processLimiter = createLimiter(256, fairShare(256)),
  limit = 250,
  concurrency = 32,
}: Setup) {
  const queue = createRequestQueue({
    client,
    tenant,
    processLimiter,
    credential: 'credential',
    requestId: 'id',
    limits: { maxConcurrency: concurrency, maxRequests: limit, timeoutMs: 1000 },
    isTraced: false,
  });
  const outcomes: string[] = [];
  const tell = (error: unknown): string => {
    if (error instanceof PartnerError) return error.code;
    return error instanceof Error ? error.message : String(error);
  };
  const read = (path: string, endpoint: RecordEndpoint<unknown> = getScreen): void =>
    void getRecord(queue, endpoint, path)
      .catch(tell)
      .then((outcome) => outcomes.push(`${path} ${String(outcome)}`));
  return {
    read,
    isFresh: () => isFresh(queue),
    end: (why = 'left') => endRequests(queue, new Error(why)),
    outcomes,
    cost: queue.budget.cost,
  };
}

const openTenant = (name = 'credential', now = () => 0): Tenant => createTenants(now, 300).of(name);

describe('operations of one credential share a request in flight', () => {
  it('one request for all; it is counted where it was started', async () => {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const operations = Array.from({ length: 20 }, () => openOperation({ client, tenant }));
    for (const { read } of operations) read('/a');
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.answer('record');
    await settle();
    expect(operations.flatMap(({ outcomes }) => outcomes)).toEqual(
      Array.from({ length: 20 }, () => '/a record'),
    );
    expect(operations.map(({ cost }) => cost.requests)).toEqual([1, ...Array.from({ length: 19 }, () => 0)]);
    expect(operations.map(({ cost }) => cost.shared)).toEqual([0, ...Array.from({ length: 19 }, () => 1)]);
  });

  it('G4: two credentials share nothing', async () => {
    const { client, sent } = createHand();
    const tenants = createTenants(() => 0, 300);
    for (const name of ['first', 'second']) openOperation({ client, tenant: tenants.of(name) }).read('/a');
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('G5: a later operation does not get an earlier response', async () => {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const [first, second] = [openOperation({ client, tenant }), openOperation({ client, tenant })];
    first.read('/a');
    await settle();
    sent[0]?.fail(new PartnerError('UPSTREAM_UNAVAILABLE', 'down', { status: 500 }));
    await settle();
    second.read('/a');
    await settle();
    sent[1]?.answer('record');
    await settle();
    expect([first.outcomes, second.outcomes]).toEqual([['/a UPSTREAM_UNAVAILABLE'], ['/a record']]);
  });

  it.each([0, 1])(
    'C14: when waiter %i of two leaves, the other is answered and nothing is aborted',
    async (leaver) => {
      const { client, sent } = createHand();
      const tenant = openTenant();
      const operations = [openOperation({ client, tenant }), openOperation({ client, tenant })];
      for (const { read } of operations) read('/a');
      await settle();
      operations[leaver]?.end();
      await settle();
      expect(operations[leaver]?.outcomes).toEqual(['/a left']);
      expect(sent[0]?.aborted).toBeUndefined();
      sent[0]?.answer('record');
      await settle();
      expect(operations[1 - leaver]?.outcomes).toEqual(['/a record']);
    },
  );

  it('when the last waiter leaves the request is aborted, and nobody joins it any more', async () => {
    const { client, sent } = createHand();
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

  it('a slot of the process is held until the request has ended, even when its operation has left', async () => {
    const { client, sent } = createHand();
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
    sent[0]?.answer('record');
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b']);
    sent[1]?.answer('record');
    await settle();
    expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
  });

  it('D10: a request that waits for a slot leaves the queue when another operation has sent it', async () => {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const processLimiter = createLimiter(1, fairShare(1));
    const operations = Array.from({ length: 20 }, () => openOperation({ client, tenant, processLimiter }));
    for (const path of ['/a', '/b', '/c']) for (const { read } of operations) read(path);
    for (let answered = 0; answered < 3; answered += 1) {
      await settle();
      sent[answered]?.answer('record');
    }
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    for (const { outcomes } of operations) expect(outcomes).toHaveLength(3);
  });

  it('a request that gets a slot joins the one that another operation has sent meanwhile, and releases the slot', async () => {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const processLimiter = createLimiter(1, fairShare(1));
    const operations = Array.from({ length: 3 }, () => openOperation({ client, tenant, processLimiter }));
    operations[0]?.read('/a');
    await settle();
    operations[1]?.read('/b');
    operations[2]?.read('/b');
    await settle();
    sent[0]?.answer('record');
    await settle();
    expect(sent.map(({ path }) => path)).toEqual(['/a', '/b']);
    sent[1]?.answer('record');
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
          kind: fc.constant('answer' as const),
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
        const { client, sent } = createHand();
        const tenant = openTenant();
        const processLimiter = createLimiter(places, fairShare(places));
        const operations = Array.from({ length: 4 }, () =>
          openOperation({ client, tenant, processLimiter, concurrency: 2 }),
        );
        const ended = new Set<number>();
        const asked = [0, 0, 0, 0];
        for (const { kind, who, path } of steps) {
          const open = sent.filter(({ isOver }) => !isOver);
          const one = open[who % Math.max(1, open.length)];
          if (kind === 'settle') await settle();
          else if (kind === 'answer') one?.answer('record');
          else if (kind === 'fail')
            one?.fail(new PartnerError('UPSTREAM_UNAVAILABLE', 'down', { status: 500 }));
          else if (kind === 'end') {
            operations[who]?.end();
            ended.add(who);
          } else {
            operations[who]?.read(path);
            asked[who] = (asked[who] ?? 0) + 1;
          }
          const paths = sent.filter(({ isOver }) => !isOver).map((each) => each.path);
          expect(new Set(paths).size).toBe(paths.length);
          expect(paths.length).toBeLessThanOrEqual(places);
        }
        for (let round = 0; round < 20; round += 1) {
          await settle();
          for (const one of sent) if (!one.isOver) one.answer('record');
        }
        await settle();
        operations.forEach(({ outcomes, cost }, index) => {
          expect(outcomes).toHaveLength(asked[index] ?? 0);
          // Only who has left is told so: another's departure aborts nobody.
          if (!ended.has(index)) expect(outcomes.filter((outcome) => outcome.endsWith(' left'))).toEqual([]);
          expect(cost.requests + cost.shared).toBeLessThanOrEqual(asked[index] ?? 0);
        });
        expect(operations.reduce((sum, { cost }) => sum + cost.requests, 0)).toBe(sent.length);
        expect(processLimiter.size()).toEqual({ inside: 0, waiting: 0 });
        expect([Object.keys(tenant.inFlight).length, tenant.waitingByPath.size]).toEqual([0, 0]);
      },
    );
    await fc.assert(property, { seed: 20_261_120, numRuns: 300 });
  });
});

describe('a request on its way that is half through its time', () => {
  const open = () => {
    const clock = { now: 0 };
    const { client, sent } = createHand();
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

  it('is not joined by later operations, which join the newer one; each gets its own response, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { clock, sent, tenant, operation } = open();
      const [first, second, third] = [operation(), operation(), operation()];
      first.read('/a');
      clock.now = 600;
      second.read('/a');
      clock.now = 1000;
      third.read('/a');
      await settle();
      expect(sent).toHaveLength(2);
      for (const one of order) {
        sent[one]?.answer(`record ${one}`);
        await settle();
      }
      expect([first, second, third].map(({ outcomes }) => outcomes)).toEqual([
        ['/a record 0'],
        ['/a record 1'],
        ['/a record 1'],
      ]);
      expect([second.cost.requests, third.cost.requests, third.cost.shared]).toEqual([1, 0, 1]);
      expect(Object.keys(tenant.inFlight).length).toBe(0);
    }
  });

  it('is no longer fresh, nor is its operation after a response', async () => {
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
    sent[1]?.answer('record');
    await settle();
    expect(own.isFresh()).toBe(false);
  });
});

describe('what is not asked', () => {
  const unwelcome = (status: number, code: 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'FORBIDDEN'): PartnerError =>
    new PartnerError(code, 'partnerV1_screen was refused.', { status });

  async function afterRefusal(error: PartnerError) {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const operation = openOperation({ client, tenant, concurrency: 2 });
    for (const path of ['/a', '/b', '/c', '/d']) operation.read(path);
    operation.read('/media', getMedia);
    await settle();
    sent[0]?.fail(error);
    await settle();
    for (const one of sent) if (!one.isOver) one.answer('record');
    await settle();
    return { paths: sent.map(({ path }) => path), outcomes: operation.outcomes };
  }

  it('D1: after a 429, whatever waits', async () => {
    const { paths, outcomes } = await afterRefusal(unwelcome(429, 'RATE_LIMITED'));
    expect(paths).toEqual(['/a', '/b']);
    expect(outcomes.toSorted()).toEqual([
      '/a RATE_LIMITED',
      '/b record',
      '/c RATE_LIMITED',
      '/d RATE_LIMITED',
      '/media RATE_LIMITED',
    ]);
  });

  it('D16: after a 401, whatever waits', async () => {
    const { paths } = await afterRefusal(unwelcome(401, 'UNAUTHENTICATED'));
    expect(paths).toEqual(['/a', '/b']);
  });

  it('D15: after a 403, what needs the same scope', async () => {
    const { paths, outcomes } = await afterRefusal(unwelcome(403, 'FORBIDDEN'));
    expect(paths).toEqual(['/a', '/b', '/media']);
    expect(outcomes).toContain('/d FORBIDDEN');
  });

  it('a second attempt, when a 429 or a 401 has come meanwhile', async () => {
    for (const error of [unwelcome(429, 'RATE_LIMITED'), unwelcome(401, 'UNAUTHENTICATED')]) {
      const { client, sent } = createHand();
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

  it('a second attempt beyond the budget', async () => {
    const { client, sent } = createHand();
    const operation = openOperation({ client, tenant: openTenant(), limit: 2 });
    operation.read('/a');
    await settle();
    expect([sent[0]?.sender.maySendAgain(getMedia), sent[0]?.sender.maySendAgain(getMedia)]).toEqual([
      true,
      false,
    ]);
  });

  it('D14: anything beyond the budget; shared requests are free', async () => {
    const { client, sent } = createHand();
    const tenant = openTenant();
    const [rich, poor] = [openOperation({ client, tenant }), openOperation({ client, tenant, limit: 1 })];
    rich.read('/shared');
    poor.read('/own');
    poor.read('/shared');
    poor.read('/more');
    await settle();
    for (const one of sent) one.answer('record');
    await settle();
    expect(poor.outcomes.toSorted()).toEqual([
      '/more UPSTREAM_BUDGET_EXCEEDED',
      '/own record',
      '/shared record',
    ]);
    expect(sent.map(({ path }) => path)).toEqual(['/shared', '/own']);
  });

  it('anything, once the operation is over', async () => {
    const { client, sent } = createHand();
    const operation = openOperation({ client, tenant: openTenant() });
    operation.end('over');
    operation.read('/a');
    await settle();
    expect([sent.length, operation.outcomes]).toEqual([0, ['/a over']]);
  });

  it('D4: what a later operation asks while the credential cools down; then a 404 ends the doubling', async () => {
    let now = 0;
    const { client, sent } = createHand();
    const tenant = openTenant('credential', () => now);
    const refuse = async (waitMs: number): Promise<void> => {
      const operation = openOperation({ client, tenant });
      operation.read('/a');
      await settle();
      sent.at(-1)?.fail(unwelcome(429, 'RATE_LIMITED'));
      await settle();
      const before = sent.length;
      now += waitMs - 1;
      const early = openOperation({ client, tenant });
      early.read('/b');
      await settle();
      expect([sent.length, early.outcomes]).toEqual([before, ['/b RATE_LIMITED']]);
      now += 1;
    };
    await refuse(1000);
    await refuse(2000);
    openOperation({ client, tenant }).read('/gone');
    await settle();
    sent.at(-1)?.fail(new PartnerError('NOT_FOUND', 'gone', { status: 404 }));
    await settle();
    await refuse(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getMedia } from '../../src/partner/media.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

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
        sent[one]?.respond(`record ${one}`);
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
  const refused = (status: number, code: 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'FORBIDDEN'): PartnerError =>
    new PartnerError(code, 'partnerV1_screen was refused.', { status });

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
    const [rich, poor] = [openOperation({ client, tenant }), openOperation({ client, tenant, limit: 1 })];
    rich.read('/shared');
    poor.read('/own');
    poor.read('/shared');
    poor.read('/more');
    await settle();
    for (const one of sent) one.respond('record');
    await settle();
    expect(poor.outcomes.toSorted()).toEqual([
      '/more UPSTREAM_BUDGET_EXCEEDED',
      '/own record',
      '/shared record',
    ]);
    expect(sent.map(({ path }) => path)).toEqual(['/shared', '/own']);
  });

  it('once the operation is over', async () => {
    const { client, sent } = createManualClient();
    const operation = openOperation({ client, tenant: openTenant() });
    operation.end('over');
    operation.read('/a');
    await settle();
    expect([sent.length, operation.outcomes]).toEqual([0, ['/a over']]);
  });

  it('D4: while the credential cools down; a 404 then ends the doubling of the wait', async () => {
    let now = 0;
    const { client, sent } = createManualClient();
    const tenant = openTenant('credential', () => now);
    const refuse = async (waitMs: number): Promise<void> => {
      const operation = openOperation({ client, tenant });
      operation.read('/a');
      await settle();
      sent.at(-1)?.fail(refused(429, 'RATE_LIMITED'));
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

import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { keep } from '../tenant/keep.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

/** A tenant that keeps responses by a clock of the test. */
function openKeeping() {
  let clock = 0;
  const now = (): number => clock;
  const kept = new ResponseStore(1_000_000, 60, now);
  const { client, sent } = createManualClient();
  const tenant = openTenant('credential', now, kept);
  const open = (maxAgeSeconds?: number) =>
    openOperation({ client, tenant, ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) });
  /** Responds to the last request, as the client of the wire does. */
  const respond = async (value: string, sentAt = clock): Promise<void> => {
    const request = sent.at(-1);
    keep(request?.sender.responses, request?.path ?? '', value, sentAt);
    request?.respond(value);
    await settle();
  };
  return { sent, open, respond, advance: (seconds: number) => void (clock += 1000 * seconds) };
}

/** The same, after a response to `/a`. */
async function openWithA() {
  const keeping = openKeeping();
  keeping.open().read('/a');
  await settle();
  await keeping.respond('first');
  return keeping;
}

describe('an operation that accepts older responses', () => {
  it('is served a kept one without a request, counts it and knows its age', async () => {
    const { open, sent, advance } = await openWithA();
    advance(20.9);
    const { read, outcomes, cost, age } = open(30);
    read('/a');
    await settle();
    expect(outcomes).toEqual(['/a first']);
    expect(sent).toHaveLength(1);
    expect(cost).toMatchObject({ requests: 0, cached: 1 });
    expect(age()).toBe(20);
  });

  it('is never served one that is older than it accepts', async () => {
    const { open, sent, advance } = await openWithA();
    advance(30.001);
    const { read, age } = open(30);
    read('/a');
    await settle();
    expect(sent).toHaveLength(2);
    expect(age()).toBeUndefined();
  });

  it.each([undefined, 0])('any other is served none: %s', async (maxAgeSeconds) => {
    const { open, sent } = await openWithA();
    const { read, cost } = open(maxAgeSeconds);
    read('/a');
    await settle();
    expect(sent).toHaveLength(2);
    expect(cost).toMatchObject({ requests: 1, cached: 0 });
  });

  it('is served nothing once it has ended', async () => {
    const { open, sent } = await openWithA();
    const { read, outcomes, end, cost } = open(30);
    end('over');
    read('/a');
    await settle();
    expect([outcomes, cost.cached, sent.length]).toEqual([['/a over'], 0, 1]);
  });

  it('gets hundreds of them in several turns of the event loop, and none after its end', async () => {
    const { open, respond, sent } = openKeeping();
    const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
    for (const path of paths) {
      open().read(path);
      await settle();
      await respond(`record of ${path}`);
    }
    const [one, other] = [open(30), open(30)];
    for (const path of paths) for (const { read } of [one, other]) read(path);
    await new Promise((resolve) => process.nextTick(resolve));
    for (const { outcomes } of [one, other]) expect(outcomes.length).toBeLessThan(40);
    await settle();
    other.end('over');
    const served = other.outcomes.length;
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(one.outcomes).toEqual(paths.map((path) => `${path} record of ${path}`));
    expect(served).toBeLessThan(100);
    expect(other.outcomes.slice(served)).toEqual(paths.slice(served).map((path) => `${path} over`));
    expect(sent).toHaveLength(200);
  });

  it('cannot be joined any more: who joined could get what is too old by then', async () => {
    const { open } = await openWithA();
    const { read, isFresh } = open(30);
    read('/b');
    expect(isFresh()).toBe(true);
    read('/a');
    expect(isFresh()).toBe(false);
  });

  it('a 404 or a 500 meanwhile drops nothing', async () => {
    const { open, sent } = await openWithA();
    for (const [code, status] of [
      ['NOT_FOUND', 404],
      ['UPSTREAM_UNAVAILABLE', 500],
    ] as const) {
      open().read('/b');
      await settle();
      sent.at(-1)?.fail(new PartnerError(code, 'failed', { status }));
      await settle();
    }
    open(30).read('/a');
    await settle();
    expect(sent).toHaveLength(3);
  });
});

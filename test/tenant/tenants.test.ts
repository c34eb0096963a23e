import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getOrganization } from '../../src/partner/organization.js';
import { Limiter } from '../../src/tenant/limiter.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import type { MessageListener, SharedState } from '../../src/shared/shared-state.js';
import { noClient } from '../session/operation.js';
import { createTenants } from '../../src/tenant/tenants.js';
import { responseWith } from '../rig/memory-upstream.js';
import { openSharedStore } from './shared-store.js';

const path = '/api/partner/v1/organization';
const request = { endpoint: getOrganization, path, pageForm: 'whole' } as const;
const at = '2026-01-01T00:00:00Z';
const record = { id: 'org', name: 'Nordlicht', createdAt: at, updatedAt: at };
const unauthenticated = new PartnerError('UNAUTHENTICATED', 'The credential is refused.', {
  status: 401,
});
const limiter = new Limiter(1);
const body = JSON.stringify({ data: record });

/**
 * Processes over one store that the test looks into. Messages arrive when the test delivers them.
 */
function openProcesses(count: number) {
  const { shared: values, stored: store, advance, now } = openSharedStore();
  const listeners = new Map<string, (readonly [nth: number, listener: MessageListener])[]>();
  const messages: (() => void)[] = [];
  const holds: number[] = [];
  const refusals: string[] = [];
  /** One process's tenant of the same credential. */
  const openProcess = (nth: number) => {
    const shared: SharedState = {
      ...values,
      secret: 'the same in each process',
      lease: () => Promise.resolve(undefined),
      announce(channel, message, holdMs) {
        holds.push(holdMs);
        for (const [other, listener] of listeners.get(channel) ?? [])
          if (other !== nth) messages.push(() => listener(message, holdMs));
      },
      listen(channel, listener) {
        listeners.set(channel, [...(listeners.get(channel) ?? []), [nth, listener]]);
        return () => undefined;
      },
    };
    const kept = new ResponseStore(1_000_000, 60, shared, now);
    const refused = (tenantKey: string): void => void refusals.push(`${nth} ${tenantKey}`);
    const tenantOf = createTenants({
      client: noClient,
      timeoutMs: 1000,
      now,
      maxCoolDownSeconds: 300,
      limiter,
      responses: kept,
      shared,
      refused,
    });
    const tenant = tenantOf('credential');
    const responses = tenant.responses ?? expect.fail('Responses are kept.');
    /** The Partner API refuses the credential. */
    const refuse = (credential = 'credential'): void =>
      void tenantOf(credential).noteFailure(unauthenticated, getOrganization);
    return { responses, tenant, refuse };
  };
  const processes = Array.from({ length: count }, (_, nth) => openProcess(nth));
  const deliver = (): void => {
    for (const message of messages.splice(0)) message();
  };
  return { processes, store, holds, refusals, deliver, advance, now };
}

type Process = ReturnType<typeof openProcesses>['processes'][number];

/** A process has read the path. */
const receive = (process: Process | undefined, sentAt: number, text = body): void =>
  process?.responses.keep(path, responseWith(text), { record, isExact: true }, sentAt);

async function findAt(process: Process | undefined, maxAgeMs = 60_000) {
  await process?.responses.takeShared([request], maxAgeMs);
  return process?.responses.find(path, maxAgeMs);
}

/** What the store has the response of the path under. */
const nameAt = (process: Process | undefined): string => `${process?.tenant.tenantKey} ${path}`;

describe('a response that another process has kept', () => {
  it('is parsed again, and keeps its age', async () => {
    const { processes, advance } = openProcesses(2);
    advance(100_000);
    receive(processes[0], 95_000);
    advance(10_000);
    expect(await findAt(processes[1], 14_999)).toBeUndefined();
    expect(await findAt(processes[1], 15_000)).toEqual(
      expect.objectContaining({ value: record, sentAt: 95_000 }),
    );
  });

  it.each(['', '60000', '60000 ', '60000 {', '60000 {"data":{"id":1}}', 'x {"data":{}}', body])(
    'is none where it does not fit: %s',
    async (value) => {
      const { processes, store } = openProcesses(1);
      store.set(nameAt(processes[0]), { value, until: 60_000 });
      expect(await findAt(processes[0])).toBeUndefined();
    },
  );

  it('is gone when it is older than anybody may be served', async () => {
    const { processes, store, advance } = openProcesses(2);
    receive(processes[0], 0);
    advance(60_000);
    expect(await findAt(processes[1])).toBeUndefined();
    receive(processes[0], -1);
    expect(store.get(nameAt(processes[0]))?.until).toBe(60_000);
  });

  it('is written only where it is short enough', () => {
    const { processes, store } = openProcesses(1);
    receive(processes[0], 0, 'x'.repeat(131_073));
    expect(store.size).toBe(0);
    receive(processes[0], 0);
    expect(store.size).toBe(1);
  });
});

describe('a refusal at one process', () => {
  it('lets no response in that was on its way, at any process', async () => {
    const { processes, deliver, advance } = openProcesses(3);
    advance(1000);
    processes[0]?.refuse();
    receive(processes[1], 950);
    expect(await findAt(processes[2])).toBeUndefined();
    deliver();
    receive(processes[1], 990);
    expect(processes[1]?.responses.find(path, 60_000)).toBeUndefined();
  });

  it('makes the others forget what its credential has read, and no other one', () => {
    const { processes, refusals, deliver, advance } = openProcesses(2);
    const other = processes[1] ?? expect.fail();
    receive(other, 0);
    other.tenant.collections.set('/screens', { total: 7, seenAt: 0 });
    const kept = () => [other.responses.find(path, 60_000)?.value, other.tenant.collections.size];
    advance(5000);
    processes[0]?.refuse('another');
    deliver();
    expect(kept()).toEqual([record, 1]);
    processes[0]?.refuse();
    deliver();
    expect(kept()).toEqual([undefined, 0]);
    expect(other.responses.recognize(path, responseWith(body), 5000)).toBeUndefined();
    expect(other.tenant.refusedAt).toBe(5000);
    expect(refusals).toContain(`1 ${other.tenant.tenantKey}`);
  });

  it('reaches the others at once, and of an accepted credential also those who come later', () => {
    const { processes, holds } = openProcesses(1);
    processes[0]?.refuse();
    processes[0]?.refuse();
    if (processes[0] !== undefined) processes[0].tenant.queue.isAccepted = true;
    processes[0]?.refuse();
    expect(holds).toEqual([0, 0, 60_000]);
  });

  it('whatever happens, nobody is served what is older than the last one', async () => {
    const event = fc.record({
      kind: fc.constantFrom('receive', 'drop', 'find', 'deliver'),
      nth: fc.nat(2),
      afterMs: fc.constantFrom(0, 1, 500, 2000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        const { processes, deliver, advance, now } = openProcesses(3);
        let refusedAt = -Infinity;
        let heardBy = new Set<number>();
        for (const { kind, nth, afterMs } of events) {
          advance(afterMs);
          if (kind === 'receive') receive(processes[nth], now());
          if (kind === 'deliver') {
            deliver();
            heardBy = new Set([0, 1, 2]);
          }
          if (kind === 'drop') {
            processes[nth]?.refuse();
            refusedAt = now();
            heardBy = new Set([nth]);
          }
          if (kind !== 'find') continue;
          const found = await findAt(processes[nth]);
          // One that has not heard of it yet serves what it has, until it does.
          if (heardBy.has(nth) && found !== undefined)
            expect(found.sentAt).toBeGreaterThan(refusedAt);
        }
      }),
    );
  });
});

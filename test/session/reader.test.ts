import { describe, expect, it, vi } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { ResponseStore } from '../../src/tenant/response-store.js';
import { Alone } from '../../src/shared/alone.js';
import { until } from '../rig/wait.js';
import { keep } from '../tenant/keep.js';
import { openSharedStore } from '../tenant/shared-store.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

/** A tenant that keeps responses by a clock of the test. */
function openKeeping() {
  const kept = new ResponseStore(1_000_000, 60, new Alone(), () => 0);
  const { client, sent } = createManualClient();
  const tenant = openTenant('credential', () => 0, kept);
  const open = (maxAgeSeconds?: number) =>
    openOperation({ client, tenant, ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) });
  /** Responds to the last request, as the client of the wire does. */
  const respond = async (value: string): Promise<void> => {
    const request = sent.at(-1);
    keep(request?.sender.responses, request?.path ?? '', value, 0);
    request?.respond(value);
    await settle();
  };
  const responses = tenant.responses ?? expect.fail();
  return { sent, open, respond, responses };
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

/** A tenant to which other processes give what the test says, when it says so. */
function openSharing(given: Readonly<Record<string, string>> = {}) {
  const looks: string[][] = [];
  const waiting: (() => void)[] = [];
  const isPrompt = { value: false };
  const store = new ResponseStore(1_000_000, 60, openSharedStore().shared, () => 0);
  const { client, sent } = createManualClient();
  const tenant = openTenant('credential', () => 0, store);
  const responses = tenant.responses ?? expect.fail();
  vi.spyOn(responses, 'takeShared').mockImplementation(async (requests) => {
    looks.push(requests.map(({ path }) => path));
    if (!isPrompt.value) await new Promise<void>((resolve) => waiting.push(resolve));
    for (const { path } of requests)
      if (given[path] !== undefined) keep(responses, path, given[path], 0);
  });
  const open = (maxAgeSeconds?: number) =>
    openOperation({ client, tenant, ...(maxAgeSeconds !== undefined && { maxAgeSeconds }) });
  const reply = async (): Promise<void> => {
    await settle();
    for (const resolve of waiting.splice(0)) resolve();
    await settle();
  };
  return { looks, sent, open, reply, isPrompt };
}

describe('an operation that accepts older responses', () => {
  it('waits for nobody where its process is alone', () => {
    const { open, sent, responses } = openKeeping();
    const looks = vi.spyOn(responses, 'takeShared');
    open(30).read('/a');
    expect(sent.map(({ path }) => path)).toEqual(['/a']);
    expect(looks).not.toHaveBeenCalled();
  });

  it('looks up the paths of one turn together, and reads what nobody has kept', async () => {
    const { open, looks, sent, reply } = openSharing({ '/a': 'first', '/c': 'third' });
    const { read, outcomes, cost } = open(30);
    for (const path of ['/a', '/b', '/c']) read(path);
    await reply();
    expect(looks).toEqual([['/a', '/b', '/c']]);
    expect(outcomes).toEqual(['/a first', '/c third']);
    expect(sent.map(({ path }) => path)).toEqual(['/b']);
    expect(cost).toMatchObject({ requests: 1, cached: 2 });
    read('/a');
    await settle();
    expect(looks).toHaveLength(1);
  });

  it('asks for sixteen paths at once, the next after them', async () => {
    const { open, looks, sent, isPrompt } = openSharing();
    isPrompt.value = true;
    const { read } = open(30);
    for (let index = 0; index < 40; index += 1) read(`/${index}`);
    await until('it sends', () => sent.length > 0);
    expect(looks.map(({ length }) => length)).toEqual([16, 16, 8]);
  });

  it('waits 50 ms in all, and looks no further then', async () => {
    const { open, looks, sent } = openSharing();
    const { read } = open(30);
    read('/0');
    const begun = performance.now();
    await until('it sends', () => sent.length === 1);
    expect(performance.now() - begun).toBeGreaterThan(40);
    read('/later');
    await settle();
    expect([looks, sent.length]).toEqual([[['/0']], 2]);
  });

  it.each([undefined, 0])('any other asks nobody: %s', async (maxAgeSeconds) => {
    const { open, looks, sent } = openSharing({ '/a': 'first' });
    open(maxAgeSeconds).read('/a');
    await settle();
    expect([looks.length, sent.length]).toEqual([0, 1]);
  });

  it('its end rejects what waits at once, and nothing is sent', async () => {
    const { open, sent, reply } = openSharing({ '/a': 'first' });
    const { read, outcomes, end } = open(30);
    read('/a');
    await settle();
    end('over');
    await settle();
    expect(outcomes).toEqual(['/a over']);
    await reply();
    expect([outcomes, sent.length]).toEqual([['/a over'], 0]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ClientRequest } from '../../src/rest/client.js';
import { type ResponseSource, ResponseStore } from '../../src/tenant/response-store.js';
import { until } from '../rig/wait.js';
import { keep } from '../tenant/keep.js';
import { createManualClient, openOperation, openTenant, settle } from './operation.js';

/** A tenant to which other processes give what the test says, when it says so. */
function openSharing(given: Readonly<Record<string, string>> = {}) {
  const looks: string[][] = [];
  const waiting: (() => void)[] = [];
  const isPrompt = { value: false };
  const own = new ResponseStore(1_000_000, 60, () => 0);
  const source: ResponseSource = {
    maxAgeMs: own.maxAgeMs,
    open() {
      const responses = own.open();
      return Object.assign(responses, {
        async takeShared(requests: readonly ClientRequest[]) {
          looks.push(requests.map(({ path }) => path));
          if (!isPrompt.value) await new Promise<void>((resolve) => waiting.push(resolve));
          for (const { path } of requests)
            if (given[path] !== undefined) keep(responses, path, given[path], 0);
        },
      });
    },
  };
  const { client, sent } = createManualClient();
  const tenant = openTenant('credential', () => 0, source);
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

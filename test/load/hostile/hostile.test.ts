import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.js';
import { choices, drawFrom } from '../../fuzz/draw.js';
import { bounded, seed } from '../../fuzz/seed.js';
import { everything } from '../../system/test-system.js';
import { large, limited } from './case.js';
import { generateHostile, type Hostile, type Known, posted } from './operation.js';
import type { Cost } from './watched-facade.js';

/** What one request may cost the process. */
const maxBlockedMs = 250;
const maxGrownBytes = 100_000_000;

const invented = 'nobody-knows-this-one';

let simulator: Simulator;
let child: ChildProcess;
let url: string;
let known: Known;

beforeAll(async () => {
  simulator = await startSimulator();
  child = fork(fileURLToPath(new URL('watched-facade.ts', import.meta.url)), [simulator.url], {
    // What lasts may double before it is collected, as in `main.ts`.
    execArgv: ['--import', 'tsx', '--expose-gc', '--heap-growing-percent=100'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Its first message holds its address.
  const [message] = (await once(child, 'message')) as [{ readonly url: string }];
  ({ url } = message);
  known = await readKnown();
}, 60_000);
afterAll(async () => {
  child.kill();
  await simulator.close();
});

async function signal(message: 'begin' | 'end'): Promise<unknown> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [unknown];
  return answer;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function post({ body, headers }: Hostile, credential: string): Promise<Reply> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}`, ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

interface Nodes {
  readonly nodes: readonly { readonly id: string; readonly nodeId: string }[];
}

async function readKnown(): Promise<Known> {
  const query =
    '{ screens(first: 1000) { nodes { id nodeId } } media(first: 1000) { nodes { id nodeId } } playlists(first: 1000) { nodes { id nodeId } } }';
  const { text } = await post(posted(query), everything);
  // The answer to the query above.
  const { data } = JSON.parse(text) as {
    readonly data: Readonly<Record<'screens' | 'media' | 'playlists', Nodes>>;
  };
  const all = [data.media, data.playlists, data.screens].flatMap(({ nodes }) => nodes);
  return {
    screens: data.screens.nodes.map(({ id }) => id),
    media: data.media.nodes.map(({ id }) => id),
    nodeIds: all.map(({ nodeId }) => nodeId),
  };
}

async function measure(
  request: Hostile,
  credential: string,
): Promise<{ readonly reply: Reply; readonly cost: Cost }> {
  await signal('begin');
  const reply = await post(request, credential);
  // What the child sends after a request.
  return { reply, cost: (await signal('end')) as Cost };
}

/**
 * The process has done something else at least every 250 ms, has not grown by more than 100 MB, and serves the next request.
 * A machine that others share can make one measurement long, and code that has just been loaded runs slowly: what costs too
 * much must do so three times.
 */
async function expectHarmless(request: Hostile, credential: string): Promise<Reply> {
  let lowest: Cost = { blockedMs: Infinity, grownBytes: Infinity };
  let last: Reply | undefined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { reply, cost } = await measure(request, credential);
    last ??= reply;
    lowest = {
      blockedMs: Math.min(lowest.blockedMs, cost.blockedMs),
      grownBytes: Math.min(lowest.grownBytes, cost.grownBytes),
    };
    if (lowest.blockedMs <= maxBlockedMs && lowest.grownBytes <= maxGrownBytes) break;
  }
  expect(lowest.blockedMs).toBeLessThanOrEqual(maxBlockedMs);
  expect(lowest.grownBytes).toBeLessThanOrEqual(maxGrownBytes);
  const next = await post(posted('{ organization { name } }'), everything);
  expect(next.text).toContain('Nordlicht');
  if (last === undefined) throw new Error('No request was sent.');
  return last;
}

const codesOf = ({ text }: Reply): readonly (string | undefined)[] =>
  [...text.matchAll(/"code":"(\w+)"/g)].map((found) => found[1]);

describe.each([
  ['a valid credential', everything],
  ['an invented credential', invented],
])('one request with %s', (_what, credential) => {
  it.each(limited)('%s: refused before any REST request', async (_name, make) => {
    simulator.clearRequests();
    const reply = await expectHarmless(make(known), credential);
    expect(codesOf(reply)).toEqual(['OPERATION_LIMIT_EXCEEDED']);
    // That of the good request behind it.
    expect(simulator.requests).toHaveLength(1);
  });

  it.each(large)('%s: answered or ended, in slices', async (_name, make) => {
    const reply = await expectHarmless(make(known), credential);
    expect([200, 401]).toContain(reply.status);
    expect(codesOf(reply)).not.toContain('INTERNAL_SERVER_ERROR');
  });

  it(`generated ones, of at most 128 KB (seed ${seed})`, async () => {
    const operations = choices(60).map((numbers) => generateHostile(drawFrom(numbers), known));
    const property = fc.asyncProperty(operations, async (request) => {
      const reply = await expectHarmless(request, credential);
      expect([200, 400, 401, 413]).toContain(reply.status);
      expect(codesOf(reply)).not.toContain('INTERNAL_SERVER_ERROR');
    });
    // To shrink what takes a second to measure takes minutes.
    await fc.assert(property, { ...bounded(60), endOnFailure: true });
  }, 240_000);
});

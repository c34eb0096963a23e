import type { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exchangeDrawn, startKept } from '../../http/kept-connection.js';
import { credentials } from '../../rig/credential.js';
import { status, truthful } from '../../rig/response.js';
import { startRig } from '../../rig/rig.js';
import { timed } from '../../rig/wait.js';
import { expectErrors, expectIntact } from '../outcome.js';

/**
 * Three hundred megabytes of zeros, compressed in pieces so that the test itself needs no such
 * memory.
 */
async function bomb(compress: Transform): Promise<Buffer> {
  const piece = Buffer.alloc(1_000_000, '0');
  const chunks: Buffer[] = [];
  compress.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let written = 0; written < 300; written += 1)
    if (!compress.write(piece)) await new Promise((resolve) => compress.once('drain', resolve));
  const ended = new Promise((resolve) => compress.once('end', resolve));
  compress.end();
  await ended;
  return Buffer.concat(chunks);
}

describe('bombs of full size', () => {
  it.each([
    ['gzip', () => createGzip()],
    ['br', () => createBrotliCompress()],
  ] as const)(
    'B14: 300 MB of zeros in %s take less than 64 MB, at the default limit',
    { timeout: 120_000 },
    async (coding, create) => {
      const body = await bomb(create());
      const { ask, upstream } = await startRig();
      upstream.on({}, status(200, { body, headers: { 'content-encoding': coding } }));
      globalThis.gc?.();
      const before = process.memoryUsage.rss();
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1);
      const answer = await ask(query);
      clearInterval(watch);
      expectErrors(answer, { code: 'UPSTREAM_INVALID_RESPONSE' });
      expect(peak - before).toBeLessThan(64 * 1024 * 1024);
    },
  );
});

/** Milliseconds. */
const stormMs = 30_000;

const query = '{ organization { name } }';

async function storm(round: () => Promise<void>): Promise<void> {
  const end = performance.now() + stormMs;
  while (performance.now() < end) {
    await round();
    await delay(20);
  }
}

it('D5: thirty seconds of 503 cost at most two requests for each planned one, until the first good response', async () => {
  const { ask, upstream } = await startRig({
    sizes: { screens: 40 },
    settings: { OPERATION_TIMEOUT_MS: '2000' },
  });
  let isDown = true;
  upstream.on({}, (exchange) => (isDown ? status(503)(exchange) : truthful(exchange)));
  let planned = 0;
  await storm(async () => {
    planned += 20;
    const { result, milliseconds } = await timed(() =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => ask(`{ screen(id: "s${index + 1}") { name } }`)),
      ),
    );
    for (const response of result)
      expectErrors(response, { code: 'UPSTREAM_UNAVAILABLE', status: 503 });
    expect(milliseconds).toBeLessThan(5000);
  });
  expect(upstream.count()).toBeLessThanOrEqual(2 * planned);
  isDown = false;
  expectIntact(await ask(query));
});

it('D4: thirty seconds of 429 without a Retry-After cost four to six requests', async () => {
  const { ask, upstream } = await startRig();
  upstream.on({ credential: credentials.alpha.everything }, status(429));
  await storm(async () => {
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, () => ask(query)),
      ask(query, {}, credentials.beta.everything),
    ]);
    expectIntact(await ask(query, {}, credentials.beta.everything));
    for (const { status: code } of responses.slice(0, 20)) expect(code).toBe(429);
  });
  const mine = upstream.requests.filter(
    ({ credential }) => credential === credentials.alpha.everything,
  );
  // At 0, 1, 3, 7 and 15 seconds.
  expect(mine.length).toBeGreaterThanOrEqual(4);
  expect(mine.length).toBeLessThanOrEqual(6);
});

it('20,000 mixed requests over kept connections get their responses, each of them and in order', async () => {
  expect(await exchangeDrawn(await startKept(), 20_000)).toEqual([]);
});

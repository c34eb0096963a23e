import { createBrotliCompress, createGzip } from 'node:zlib';
import type { Transform } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { status } from '../../rig/response.js';
import { errorsOf, startRig } from '../../rig/rig.js';

/** Three hundred megabytes of zeros, compressed in pieces so that the test itself needs no such memory. */
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
      const answer = await ask('{ organization { name } }');
      clearInterval(watch);
      expect(errorsOf(answer)).toMatchObject([{ code: 'UPSTREAM_INVALID_RESPONSE' }]);
      expect(peak - before).toBeLessThan(64 * 1024 * 1024);
    },
  );
});

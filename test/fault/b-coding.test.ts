import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { status, text } from '../rig/response.js';
import { errorsOf, startRawRig, startRig } from '../rig/rig.js';
import { expectIntact, messageOf } from './outcome.js';
import { good, invalid, query } from './organization.js';

describe('large bodies', () => {
  const limit = 4 * 1024 * 1024;
  const settings = { MAX_RESPONSE_BYTES: String(limit) };
  const chunk = Buffer.alloc(65_536, 'x');

  it.each(['with a true Content-Length', 'without one'])(
    'B13: above the limit %s: invalid, not retried, reading stops',
    async (how) => {
      let sent = 0;
      const rig = await startRawRig(
        (socket) => {
          const declared = how.startsWith('with a')
            ? 'Content-Length: 1073741824'
            : 'Transfer-Encoding: chunked';
          socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${declared}\r\n\r\n`);
          const pour = (): void => {
            while (!socket.destroyed && sent < 64 * limit) {
              sent += chunk.length;
              const bytes = how.startsWith('with a')
                ? chunk
                : Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]);
              if (!socket.write(bytes)) break;
            }
          };
          socket.on('drain', pour);
          pour();
        },
        { settings },
      );
      const before = process.memoryUsage.rss();
      const answer = await rig.ask(query);
      expect(errorsOf(answer)).toMatchObject([invalid]);
      expect(messageOf(answer)).toContain(`${limit} bytes (MAX_RESPONSE_BYTES)`);
      expect(rig.requests).toHaveLength(1);
      // Beyond the bytes read, the sockets of both sides may hold some megabytes.
      const inSockets = 6 * 1024 * 1024;
      expect(sent).toBeLessThan(how.startsWith('with a') ? inSockets : limit * 1.5 + inSockets);
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
      await expect.poll(() => rig.requests[0]?.endedAt).toBeDefined();
    },
  );

  it('B13: a body of exactly the limit is read, one byte more is not', async () => {
    for (const more of [0, 1]) {
      const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '4096' } });
      upstream.on({}, text(good.padEnd(4096 + more, ' ')));
      const answer = await ask(query);
      if (more === 0) expectIntact(answer);
      else expect(errorsOf(answer)).toMatchObject([{ ...invalid }]);
    }
  });

  it('B13: an error body above the limit is invalid too, and costs no more', async () => {
    const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '4096' } });
    upstream.on({}, status(500, { body: 'x'.repeat(100_000) }));
    expect(errorsOf(await ask(query))).toMatchObject([
      { path: 'organization', code: 'UPSTREAM_INVALID_RESPONSE' },
    ]);
    expect(upstream.count()).toBe(1);
  });
});

describe('content codings', () => {
  const zeros = Buffer.concat([
    Buffer.from('{"data":"'),
    Buffer.alloc(24 * 1024 * 1024, '0'),
    Buffer.from('"}'),
  ]);
  it.each<[string, () => Buffer]>([
    ['gzip', () => gzipSync(zeros)],
    ['br', () => brotliCompressSync(zeros)],
    ['gzip, gzip', () => gzipSync(gzipSync(zeros))],
  ])('B14: a bomb of %s is invalid, requested once, and takes no memory', async (coding, make) => {
    const { ask, upstream } = await startRig({ settings: { MAX_RESPONSE_BYTES: '1000000' } });
    const body = make();
    upstream.on({}, status(200, { body, headers: { 'content-encoding': coding } }));
    const before = process.memoryUsage.rss();
    const answer = await ask(query);
    expect(errorsOf(answer)).toMatchObject([invalid]);
    expect(upstream.count()).toBe(1);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });
});

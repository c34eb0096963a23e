import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { utf8Text } from '../../../src/base/decode-text.js';
import { acceptEncoding, decodeBody } from '../../../src/rest/transport/decode-body.js';
import { TransportError } from '../../../src/rest/transport/transport.js';

const text = JSON.stringify({ data: 'Lisboa à noite – 駅弁フェア'.repeat(20) });
const decode = async (bytes: Buffer, coding: string | undefined, most = 100_000): Promise<string> =>
  utf8Text(await decodeBody(bytes, coding, most));

/** The kind of a fault, and its words. */
async function faultOf(work: () => Promise<string>): Promise<string> {
  try {
    return `no fault: ${(await work()).slice(0, 40)}`;
  } catch (error) {
    return error instanceof TransportError ? `${error.kind}: ${error.message}` : String(error);
  }
}

describe('the text of a body', () => {
  it.each<[string | undefined, (bytes: string) => Buffer]>([
    [undefined, (bytes) => Buffer.from(bytes)],
    ['', (bytes) => Buffer.from(bytes)],
    ['identity', (bytes) => Buffer.from(bytes)],
    ['gzip', (bytes) => gzipSync(bytes)],
    ['x-gzip', (bytes) => gzipSync(bytes)],
    [' GZip ', (bytes) => gzipSync(bytes)],
    ['br', (bytes) => brotliCompressSync(bytes)],
    ['deflate', (bytes) => deflateSync(bytes)],
  ])('under the coding %j is what was sent, behind a byte order mark', async (coding, encode) => {
    expect(await decode(encode(text), coding)).toBe(text);
    expect(await decode(encode(`\uFEFF${text}`), coding)).toBe(text);
    expect(await decode(encode('\uFEFF'), coding)).toBe('');
    // One mark is no part of the text; any further one is.
    expect(await decode(encode(`\uFEFF\uFEFF${text}`), coding)).toBe(`\uFEFF${text}`);
    expect(await decode(encode(`${text}\uFEFF`), coding)).toBe(`${text}\uFEFF`);
  });

  it.each([
    ['gzip up to 64 KiB compressed at once', 'gzip', 60_000, true],
    ['larger gzip on another thread', 'gzip', 70_000, false],
  ])('decodes %s', async (_what, coding, sizeBytes, isSync) => {
    const noise = randomBytes(sizeBytes / 2).toString('hex');
    // Stored, not deflated: the body is as large as its text.
    const decoded = decodeBody(gzipSync(noise, { level: 0 }), coding, 100_000);
    expect(Buffer.isBuffer(decoded)).toBe(isSync);
    expect(utf8Text(await decoded)).toBe(noise);
    const bytes = gzipSync(noise, { level: 0 });
    expect(await faultOf(() => decode(bytes, coding, sizeBytes - 1))).toMatch(/more than .* bytes/);
    bytes[0] = 0;
    expect(await faultOf(() => decode(bytes, coding))).toBe(
      'broken: with a body that cannot be decompressed',
    );
  });

  it('D21: counts what a large body has more than its compressed bytes, and ends where that is too much', async () => {
    const noise = randomBytes(100_000).toString('hex');
    const bytes = gzipSync(noise);
    let counted = bytes.length;
    await decodeBody(bytes, 'gzip', 1_000_000, (count) => (counted += count));
    expect(counted).toBe(noise.length);
    const enough = new Error('enough');
    const stopped = decodeBody(bytes, 'gzip', 1_000_000, () => {
      throw enough;
    });
    await expect(stopped).rejects.toBe(enough);
  });

  it('asks for what it can undo, and for nothing else', () => {
    expect(acceptEncoding.split(', ')).toEqual(['gzip', 'br;q=0.5']);
  });

  it.each([
    ['zstd', Buffer.from(text)],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['gzip,gzip', gzipSync(gzipSync(text))],
    ['compress', Buffer.from(text)],
    ['__proto__', Buffer.from(text)],
  ])(
    'B14: under the coding %j is broken: one coding, and one that was asked for',
    async (coding, bytes) => {
      expect(await faultOf(() => decode(bytes, coding))).toBe(
        'broken: with a content coding that was not asked for',
      );
    },
  );

  it.each([
    ['gzip', 'no gzip at all'],
    ['gzip', gzipSync(text).subarray(0, 30)],
    ['gzip', Buffer.alloc(0)],
    ['gzip', Buffer.concat([gzipSync(text), Buffer.from('x'.repeat(64))])],
    ['br', 'no brotli at all'],
    ['deflate', gzipSync(text)],
  ])(
    'that is no %s is broken, and the decoder’s message is not passed on',
    async (coding, bytes) => {
      const fault = await faultOf(() => decode(Buffer.from(bytes), coding));
      expect(fault).toBe('broken: with a body that cannot be decompressed');
    },
  );

  it('B14: a bomb of deflate, which nobody asked for, ends at the limit too', async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const before = process.memoryUsage().arrayBuffers;
    expect(await faultOf(() => decode(bomb, 'deflate', 100_000))).toMatch(/more than 100000 bytes/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });
});

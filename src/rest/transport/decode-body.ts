import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';
import { asError } from '../../partner/error.js';
import { type BytesRead, TransportError, uncounted } from './transport.js';

// A file of its own: the types of the package reach `transport.ts`, and must not need those of
// Node.js.

/**
 * The codings that we ask for, in the `Accept-Encoding` of every request; gzip is the cheaper one
 * to decode.
 */
export const acceptEncoding = 'gzip, br;q=0.5';

interface DecodeOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

interface Decoder {
  readonly sync: (bytes: Buffer, options: DecodeOptions) => Buffer;
  readonly stream: () => Transform;
}

/**
 * Compressed bytes. Handing a smaller body to another thread costs up to ten times as much as
 * decoding it.
 */
const maxSyncBytes = 65_536;

const gzip: Decoder = { sync: gunzipSync, stream: createGunzip };

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { sync: inflateSync, stream: createInflate }],
  ['br', { sync: brotliDecompressSync, stream: createBrotliDecompress }],
]);

/**
 * Bytes of output that zlib makes at once. JSON rarely has more than eight for each compressed one:
 * most need one piece.
 */
const chunkSizeFor = (bytes: Buffer): number => Math.min(65_536, Math.max(1024, 8 * bytes.length));

/**
 * The bytes of a body, its content coding undone.
 *
 * @param coding value of `Content-Encoding`; at most one coding is undone, as several in a row
 *   multiply a bomb
 * @param maxBytes decoding stops there
 * @param bytesRead hears of the bytes that a body has more than its compressed ones where decoding
 *   takes another thread; what it throws ends decoding
 * @returns a promise where decoding takes another thread, and where it fails: it rejects with a
 *   TransportError, `broken`, or with what `bytesRead` has thrown
 */
export function decodeBody(
  bytes: Buffer,
  coding: string | undefined,
  maxBytes: number,
  bytesRead: BytesRead = uncounted,
): Buffer | Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return bytes;
  const decoder = decoders.get(name);
  if (decoder === undefined) {
    return Promise.reject(
      new TransportError('broken', 'with a content coding that was not asked for'),
    );
  }
  if (bytes.length > maxSyncBytes) return decodeLarge(decoder.stream(), bytes, maxBytes, bytesRead);
  try {
    return decoder.sync(bytes, { maxOutputLength: maxBytes, chunkSize: chunkSizeFor(bytes) });
  } catch (cause) {
    return Promise.reject(undecodable(cause, maxBytes));
  }
}

/** Piece by piece: several large bodies at once are counted before they take their memory. */
async function decodeLarge(
  stream: Transform,
  bytes: Buffer,
  maxBytes: number,
  bytesRead: BytesRead,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let counted = bytes.length;
  const note = (chunk: Buffer): void => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw bodyTooLarge(maxBytes);
    if (length > counted) bytesRead(length - counted);
    counted = Math.max(counted, length);
  };
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: unknown): void => {
      stream.destroy();
      reject(asError(reason));
    };
    stream.on('data', (chunk: Buffer) => {
      try {
        note(chunk);
      } catch (reason) {
        fail(reason);
      }
    });
    stream.on('error', (cause) => fail(undecodable(cause, maxBytes)));
    stream.on('end', resolve);
    stream.end(bytes);
  });
  return Buffer.concat(chunks, length);
}

const undecodable = (cause: unknown, maxBytes: number): TransportError =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    ? bodyTooLarge(maxBytes, cause)
    : new TransportError('broken', 'with a body that cannot be decompressed', cause);

export const bodyTooLarge = (maxBytes: number, cause?: unknown): TransportError =>
  new TransportError(
    'broken',
    `with a body of more than ${maxBytes} bytes (MAX_RESPONSE_BYTES)`,
    cause,
  );

/** The same bytes with the methods of Node.js. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

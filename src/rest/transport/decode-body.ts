import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync, gunzip, gunzipSync, inflate, inflateSync } from 'node:zlib';
import { TransportError } from './transport.js';

// A file of its own: the types of the package reach `transport.ts`, and must not need those of Node.js.

/** The codings that we ask for, in the `Accept-Encoding` of every request; gzip is the cheaper one to decode. */
export const acceptEncoding = 'gzip, br;q=0.5';

interface DecodeOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

interface Decoder {
  readonly sync: (bytes: Buffer, options: DecodeOptions) => Buffer;
  readonly large: (bytes: Buffer, options: DecodeOptions) => Promise<Buffer>;
}

/** Compressed bytes. Handing a smaller body to another thread costs up to ten times as much as decoding it. */
const maxSyncBytes = 65_536;

const gzip: Decoder = { sync: gunzipSync, large: promisify(gunzip) };

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', { sync: inflateSync, large: promisify(inflate) }],
  ['br', { sync: brotliDecompressSync, large: promisify(brotliDecompress) }],
]);

/** Bytes of output that zlib makes at once. JSON rarely has more than eight for each compressed one: most need one piece. */
const chunkSizeFor = (bytes: Buffer): number => Math.min(65_536, Math.max(1024, 8 * bytes.length));

/**
 * The bytes of a body, its content coding undone.
 *
 * @param coding value of `Content-Encoding`; at most one coding is undone, as several in a row multiply a bomb
 * @param maxBytes decoding stops there
 * @returns a promise where decoding takes another thread, and where it fails: it rejects with a TransportError, `broken`
 */
export function decodeBody(
  bytes: Buffer,
  coding: string | undefined,
  maxBytes: number,
): Buffer | Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return bytes;
  const decoder = decoders.get(name);
  if (decoder === undefined)
    return Promise.reject(new TransportError('broken', 'with a content coding that was not asked for'));
  const options = { maxOutputLength: maxBytes, chunkSize: chunkSizeFor(bytes) };
  try {
    if (bytes.length <= maxSyncBytes) return decoder.sync(bytes, options);
  } catch (cause) {
    return Promise.reject(undecodable(cause, maxBytes));
  }
  return decoder.large(bytes, options).catch((cause: unknown) => {
    throw undecodable(cause, maxBytes);
  });
}

const undecodable = (cause: unknown, maxBytes: number): TransportError =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    ? bodyTooLarge(maxBytes, cause)
    : new TransportError('broken', 'with a body that cannot be decompressed', cause);

/** A byte order mark is no part of JSON, and a parser may ignore it (RFC 8259, 8.1). */
export function utf8Text(bytes: Buffer): string {
  const text = bytes.toString();
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export const bodyTooLarge = (maxBytes: number, cause?: unknown): TransportError =>
  new TransportError('broken', `with a body of more than ${maxBytes} bytes (MAX_RESPONSE_BYTES)`, cause);

/** The same bytes with the methods of Node.js. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

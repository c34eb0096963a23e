import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { TransportError } from './transport.js';

/** The codings that we ask for, in the `Accept-Encoding` of every request. */
export const acceptEncoding = 'gzip, br';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The text of a body, its content coding undone.
 *
 * @param coding value of `Content-Encoding`; one coding at most is undone: several in a row multiply a bomb
 * @param maxBytes counted on the decoded bytes: decoding stops there
 * @returns what is decoded comes later; rejects with a WireFault `broken`
 */
export function decodeBody(
  bytes: Buffer,
  coding: string | undefined,
  maxBytes: number,
): string | Promise<string> {
  if (coding === undefined || coding === '' || coding === 'identity') return textOf(bytes);
  const decoder = decoders.get(coding.trim().toLowerCase());
  if (decoder === undefined)
    return Promise.reject(new TransportError('broken', 'with a content coding that was not asked for'));
  return decoder(bytes, { maxOutputLength: maxBytes }).then(textOf, (cause: unknown) => {
    throw isTooLarge(cause)
      ? tooLarge(maxBytes, cause)
      : new TransportError('broken', 'with a body that cannot be decompressed', cause);
  });
}

/** A byte order mark is no part of JSON, and a parser may pass it over (RFC 8259, 8.1). */
const textOf = (bytes: Buffer): string => bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0);

const startsWithMark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const tooLarge = (maxBytes: number, cause?: unknown): TransportError =>
  new TransportError('broken', `with a body of more than ${maxBytes} bytes (MAX_RESPONSE_BYTES)`, cause);

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';

import type { Dispatcher } from 'undici';
import { asError } from '../../partner/error.js';
import { createCache } from './cache.js';
import { createPool } from './connection-pool.js';
import { decodeBody, tooLarge } from './decode-body.js';
import {
  type Exchange,
  type Transport,
  type TransportOptions,
  type RestResponse,
  TransportError,
} from './transport.js';

/**
 * Sends requests over a bounded pool of connections to one origin. A dispatch handler of our own costs half the
 * processor time of `request` and streams, follows no redirect, and can stop reading at any byte.
 */
export function createUndiciTransport(options: TransportOptions, dispatcher?: Dispatcher): Transport {
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = dispatcher ?? createPool(options);
  const openCache =
    options.cacheBytes === undefined
      ? undefined
      : createCache(pool, options.cacheBytes, 2 * options.connectTimeoutMs);
  const get = (path: string, headers: Record<string, string>): Dispatcher.DispatchOptions => ({
    origin,
    path: prefix + path,
    method: 'GET',
    headers,
  });
  const transport: Transport = ({ path, headers, tenantKey }) => {
    if (openCache === undefined) {
      const exchange = createExchange(options.maxBytes, always);
      pool.dispatch(get(path, headers), exchange.handler);
      return exchange;
    }
    const { authorization = '', ...others } = headers;
    const cached = openCache(tenantKey, authorization);
    const exchange = createExchange(options.maxBytes, cached.wasSent);
    cached.dispatcher.dispatch(get(path, others), exchange.handler);
    return {
      response: exchange.response,
      abort(reason) {
        exchange.abort(reason);
        cached.abort(reason);
      },
    };
  };
  return Object.assign(transport, { close: () => pool.destroy() });
}

const always = (): boolean => true;

/** What an exchange has received so far. */
interface Received {
  readonly maxBytes: number;
  readonly wasSent: () => boolean;
  readonly resolve: (response: RestResponse | Promise<RestResponse>) => void;
  readonly reject: (reason: Error) => void;
  connection: Dispatcher.DispatchController | undefined;
  ended: Error | undefined;
  status: number;
  headers: Headers;
  /** Nearly every body is one chunk. */
  first: Buffer | undefined;
  chunks: Buffer[] | undefined;
  length: number;
}

function createExchange(
  maxBytes: number,
  wasSent: () => boolean,
): Exchange & { readonly handler: Dispatcher.DispatchHandler } {
  // The executor of a promise runs before its constructor returns.
  let received!: Received;
  const response = new Promise<RestResponse>((resolve, reject) => {
    received = {
      maxBytes,
      wasSent,
      resolve,
      reject,
      connection: undefined,
      ended: undefined,
      status: 0,
      headers: {},
      first: undefined,
      chunks: undefined,
      length: 0,
    };
  });
  return { response, abort: (reason) => abort(received, reason), handler: handlerOf(received) };
}

const handlerOf = (received: Received): Dispatcher.DispatchHandler => ({
  onRequestStart(controller) {
    received.connection = controller;
    if (received.ended !== undefined) controller.abort(received.ended);
  },
  onRequestUpgrade() {
    abort(received, new TransportError('broken', 'by switching protocols'));
  },
  onResponseStart(_controller, status, headers) {
    received.status = status;
    received.headers = headers;
    const { maxBytes } = received;
    if (Number(headers['content-length']) > maxBytes) abort(received, tooLarge(maxBytes));
  },
  onResponseData: (_controller, chunk) => addChunk(received, chunk),
  onResponseEnd() {
    if (received.ended === undefined) settle(received, bodyOf(received));
  },
  onResponseError(_controller, error) {
    const { ended, status } = received;
    if (ended === undefined && isBodiless(status, error)) {
      received.headers = {};
      settle(received, Buffer.alloc(0));
    } else abort(received, toTransportError(error, status));
  },
});

function abort(received: Received, reason: Error): void {
  if (received.ended !== undefined) return;
  received.ended = reason;
  received.reject(reason);
  received.connection?.abort(reason);
}

function addChunk(received: Received, chunk: Buffer): void {
  received.length += chunk.length;
  if (received.length > received.maxBytes) abort(received, tooLarge(received.maxBytes));
  else if (received.first === undefined) received.first = chunk;
  else (received.chunks ??= [received.first]).push(chunk);
}

const bodyOf = ({ first, chunks, length }: Received): Buffer =>
  chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks, length);

function settle(received: Received, bytes: Buffer): void {
  const { status, headers, maxBytes, resolve, reject } = received;
  const contentType = single(headers['content-type']);
  const retryAfter = single(headers['retry-after']);
  const date = single(headers['date']);
  const wasSent = received.wasSent();
  const responseOf = (body: string): RestResponse => ({
    status,
    contentType,
    retryAfter,
    date,
    body,
    wasSent,
  });
  try {
    const body = decodeBody(bytes, single(headers['content-encoding']), maxBytes);
    resolve(typeof body === 'string' ? responseOf(body) : body.then(responseOf));
  } catch (error) {
    reject(asError(error));
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header that was sent several times is read as the list that it means (RFC 9110, 5.3). */
const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** A 204 or 304 may name the length of a body that it does not have (RFC 9110, 8.6); undici misses that body. */
const isBodiless = (status: number, error: Error): boolean =>
  (status === 204 || status === 304) && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

function toTransportError(error: Error, status: number): Error {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  // undici gives no code for most of what its parser refuses.
  if (
    error.name === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    /^bad (?:response|upgrade)$/.test(error.message)
  )
    return new TransportError('broken', 'with something that is not HTTP as we can read it', error);
  if (status >= 100 && status < 200)
    return new TransportError('broken', 'with an informational status alone', error);
  return new TransportError('connection', 'could not be reached, or broke off', error);
}

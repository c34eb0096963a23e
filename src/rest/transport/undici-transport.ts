import type { Dispatcher } from 'undici';
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
 * Carries requests over a bounded pool of connections to one origin. A dispatch handler of our own costs half
 * the processor time of `request` and streams, follows no redirect, and lets us stop reading at any byte.
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

function createExchange(
  maxBytes: number,
  wasSent: () => boolean,
): Exchange & { readonly handler: Dispatcher.DispatchHandler } {
  let settle: (answer: RestResponse | Promise<RestResponse>) => void;
  let fail: (reason: Error) => void;
  const answer = new Promise<RestResponse>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  let connection: Dispatcher.DispatchController | undefined;
  let ended: Error | undefined;
  let status = 0;
  let headers: Headers = {};
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let length = 0;

  const abort = (reason: Error): void => {
    if (ended !== undefined) return;
    ended = reason;
    fail(reason);
    connection?.abort(reason);
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      connection = controller;
      if (ended !== undefined) controller.abort(ended);
    },
    onRequestUpgrade() {
      abort(new TransportError('broken', 'by switching protocols'));
    },
    onResponseStart(_controller, statusCode, received) {
      status = statusCode;
      headers = received;
      if (Number(headers['content-length']) > maxBytes) abort(tooLarge(maxBytes));
    },
    onResponseData(_controller, chunk) {
      length += chunk.length;
      if (length > maxBytes) {
        abort(tooLarge(maxBytes));
        return;
      }
      if (first === undefined) first = chunk;
      else (rest ??= [first]).push(chunk);
    },
    onResponseEnd() {
      if (ended !== undefined) return;
      const bytes = rest === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(rest, length);
      settle(readAnswer(status, headers, bytes, maxBytes, wasSent()));
    },
    onResponseError(_controller, error) {
      if (ended === undefined && isBodiless(status, error))
        settle(readAnswer(status, {}, Buffer.alloc(0), 0, wasSent()));
      else abort(toFault(error, status));
    },
  };
  return { response: answer, abort, handler };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function readAnswer(
  status: number,
  headers: Headers,
  bytes: Buffer,
  maxBytes: number,
  wasSent: boolean,
): RestResponse | Promise<RestResponse> {
  const contentType = single(headers['content-type']);
  const retryAfter = single(headers['retry-after']);
  const date = single(headers['date']);
  const answerOf = (body: string): RestResponse => ({ status, contentType, retryAfter, date, body, wasSent });
  const body = decodeBody(bytes, single(headers['content-encoding']), maxBytes);
  return typeof body === 'string' ? answerOf(body) : body.then(answerOf);
}

/** A header that was sent several times is read as the list that it means (RFC 9110, 5.3). */
const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** A 204 or 304 may tell the length of a body that it does not have (RFC 9110, 8.6); undici misses that body. */
const isBodiless = (status: number, error: Error): boolean =>
  (status === 204 || status === 304) && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

function toFault(error: Error, status: number): Error {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  // undici tells no code for most of what its parser refuses.
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

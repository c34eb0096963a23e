import type { Dispatcher } from 'undici';
import { utf8Text } from '../../base/decode-text.js';
import { createPool } from './connection-pool.js';
import { bodyTooLarge, decodeBody } from './decode-body.js';
import {
  type BytesRead,
  type Exchange,
  isDecisive,
  maxBodyBytes,
  type RestResponse,
  type RestSettings,
  type Transport,
  TransportError,
  uncounted,
} from './transport.js';

/**
 * Sends requests over undici. A dispatch handler of our own costs half of `request` and its
 * streams.
 */
export function createUndiciTransport(
  settings: RestSettings,
  pool = createPool(settings),
): Transport {
  const { origin, pathname } = new URL(settings.PARTNER_API_URL ?? '');
  const prefix = pathname.replace(/(?<!\/)\/+$/, '');
  const transport: Transport = ({ path, headers }, bytesRead = uncounted) => {
    const exchange = new UndiciExchange(settings.MAX_RESPONSE_BYTES, bytesRead);
    pool.dispatch({ origin, path: prefix + path, method: 'GET', headers, reset: false }, exchange);
    return exchange;
  };
  return Object.assign(transport, { close: () => pool.destroy() });
}

/** A class, so that a request costs no closure for each event of undici. */
class UndiciExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly response: Promise<RestResponse>;
  private resolve!: (response: RestResponse | Promise<RestResponse>) => void;
  private reject!: (reason: unknown) => void;
  private connection: Dispatcher.DispatchController | undefined;
  private ended: Error | undefined;
  private status = 0;
  private headers: Headers = {};
  private readonly chunks: Buffer[] = [];
  private length = 0;
  /** Bytes that may be read of the body. */
  private limit = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly bytesRead: BytesRead,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  isConnected(): boolean {
    return this.connection !== undefined;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.connection = controller;
    if (this.ended !== undefined) controller.abort(this.ended);
  }

  onRequestUpgrade(): void {
    this.abort(new TransportError('broken', 'by switching protocols'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    this.status = status;
    this.headers = headers;
    this.limit = maxBodyBytes(status, this.maxBytes);
    if (Number(headers['content-length']) > this.limit) this.abort(bodyTooLarge(this.limit));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > this.limit) {
      this.abort(bodyTooLarge(this.limit));
    } else {
      this.chunks.push(chunk);
      this.bytesRead(chunk.length);
    }
  }

  onResponseEnd(): void {
    if (this.ended !== undefined) return;
    const [first] = this.chunks;
    // Nearly every body is one chunk.
    this.settle(first?.length === this.length ? first : Buffer.concat(this.chunks, this.length));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.abort(toTransportError(error, this.status));
  }

  abort(reason: Error): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    if (isDecisive(this.status)) this.resolve(this.responseOf(nothing));
    else this.reject(reason);
    this.connection?.abort(reason);
  }

  private settle(bytes: Buffer): void {
    const coding = single(this.headers['content-encoding']);
    const decoded = decodeBody(bytes, coding, this.limit, (count) => {
      this.bytesRead(count);
      if (this.ended !== undefined) throw this.ended;
    });
    if (decoded instanceof Promise) {
      this.resolve(this.whenDecoded(decoded));
    } else {
      if (decoded.length > bytes.length) this.bytesRead(decoded.length - bytes.length);
      this.resolve(this.responseOf(decoded));
    }
  }

  private async whenDecoded(decoded: Promise<Buffer>): Promise<RestResponse> {
    try {
      return this.responseOf(await decoded);
    } catch (error) {
      if (isDecisive(this.status)) return this.responseOf(nothing);
      throw error;
    }
  }

  private responseOf(bytes: Buffer): RestResponse {
    return new UndiciResponse(this.status, this.headers, bytes);
  }
}

const nothing = Buffer.alloc(0);

/** A class, as its text is made on demand: nearly all of a swept page is never needed as text. */
class UndiciResponse implements RestResponse {
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly age: string | undefined;

  constructor(
    readonly status: number,
    headers: Headers,
    readonly bytes: Buffer,
  ) {
    this.contentType = single(headers['content-type']);
    this.retryAfter = single(headers['retry-after']);
    this.date = single(headers['date']);
    this.age = single(headers['age']);
  }

  get body(): string {
    return utf8Text(this.bytes);
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A header that was sent several times is read as the list that it means (RFC 9110, 5.3). */
const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether undici's parser refuses what came; for most of that it gives no code. */
const isUnreadable = (error: Error): boolean =>
  error.name === 'HTTPParserError' ||
  codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW' ||
  /^bad (?:response|upgrade)$/.test(error.message);

function toTransportError(error: Error, status: number): Error {
  if (error instanceof TransportError) return error;
  if (isUnreadable(error)) {
    return new TransportError('broken', 'with something that is not HTTP as we can read it', error);
  }
  if (status >= 100 && status < 200) {
    return new TransportError('broken', 'with an informational status alone', error);
  }
  return new TransportError('connection', 'could not be reached, or broke off', error);
}

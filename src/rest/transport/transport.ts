import type { Settings } from '../../config.js';

/** What decides whether connections go through a proxy. */
export type ProxySettings = Pick<
  Settings,
  'PARTNER_API_URL' | 'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY'
>;

/**
 * A request as any transport sends it: `undici-transport.ts`, or `fetch-transport.ts` where there
 * are no sockets.
 */
export interface RestRequest {
  /** Path and query, below the origin and prefix of {base_url}. */
  readonly path: string;
  /**
   * Lower-case names. Of what a client of the façade sent, they hold nothing but its credential.
   */
  readonly headers: Record<string, string>;
}

export interface RestResponse {
  /** The final status, 200..999; informational responses are skipped. */
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** The header `Date`: the upstream's own clock, against which a date in `Retry-After` counts. */
  readonly date?: string | undefined;
  /** The header `Age`: of a response that a cache on the way has kept. */
  readonly age?: string | undefined;
  /**
   * Decoded bytes as text, at most `maxBytes` of them. Empty where it is the unusable one of an
   * error: the status decides.
   */
  readonly body: string;
  /**
   * The decoded bytes, where the transport has them: `body` then becomes a text when it is first
   * read.
   */
  readonly bytes?: Uint8Array | undefined;
}

/**
 * Bytes of the body of a response that is no 200: an error envelope has a few hundred, and costs
 * most to read.
 */
const maxErrorBytes = 65_536;

/**
 * Whether the status alone says what happened: that of a final response other than 200. Its body
 * only adds to it, so it is dropped where it is too large, cannot be decoded or breaks off.
 *
 * @param status 0 where no response has begun
 */
export const isDecisive = (status: number): boolean => status >= 200 && status !== 200;

/** Bytes that may be read of the body of a response. */
export const maxBodyBytes = (status: number, maxBytes: number): number =>
  isDecisive(status) ? Math.min(maxErrorBytes, maxBytes) : maxBytes;

/**
 * One REST request in flight. `abort` has no effect once the response is there, or a status that
 * decides.
 */
export interface Exchange {
  readonly response: Promise<RestResponse>;
  /** Whether the request has a connection; missing where the transport does not know. */
  readonly isConnected?: () => boolean;
  abort(reason: Error): void;
}

/**
 * Hears of the bytes of a body as they come: how many more there are, decompressed ones included.
 * It may abort the exchange.
 */
export type BytesRead = (count: number) => void;

export const uncounted: BytesRead = () => undefined;

export interface Transport {
  (request: RestRequest, bytesRead?: BytesRead): Exchange;
  close?(): Promise<void>;
}

/**
 * What a transport takes of the settings. Without an address there is a transport of the caller's
 * own.
 */
export type RestSettings = Pick<
  Settings,
  'PARTNER_API_URL' | 'MAX_RESPONSE_BYTES' | 'UPSTREAM_TIMEOUT_MS' | 'UPSTREAM_MAX_CONNECTIONS'
> &
  ProxySettings;

/** No usable response: the connection failed, or what came is not HTTP as the contract has it. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly kind: 'connection' | 'broken',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

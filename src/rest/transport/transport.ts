/**
 * What the wire is asked for and what comes back, whatever carries it. `undici-transport.ts` is the usual
 * carrier; `fetch-transport.ts` serves runtimes that have nothing but `fetch`.
 */
export interface RestRequest {
  /** Path and query, below the origin and prefix of {base_url}. */
  readonly path: string;
  /** Lower-case names. Nothing that a client of the façade sent stands here but its credential. */
  readonly headers: Readonly<Record<string, string>>;
  /** Stands for the credential where answers are kept: a keyed hash of it. */
  readonly tenantKey: string;
}

export interface RestResponse {
  /** The final status, 200..999; informational answers are passed over. */
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  /** The header `Date`: the upstream's own clock, against which a date in `Retry-After` counts. */
  readonly date?: string | undefined;
  /** Decoded bytes as text, at most `maxBytes` of them. */
  readonly body: string;
  /** False where a cache gave the answer and no request was sent. */
  readonly wasSent: boolean;
}

/** One REST request under way. `abort` is without effect once the answer is there. */
export interface Exchange {
  readonly response: Promise<RestResponse>;
  abort(reason: Error): void;
}

export interface Transport {
  (request: RestRequest): Exchange;
  /** Closes every connection. */
  close?(): Promise<void>;
}

export interface TransportOptions {
  /** {base_url} of the Partner API, with or without a path prefix and a final slash. */
  readonly baseUrl: string;
  /** Bytes of the largest body that is read, counted after decompression. */
  readonly maxBytes: number;
  /** Milliseconds that opening a connection may take. */
  readonly connectTimeoutMs: number;
  /** Connections that may be open at once. */
  readonly maxConnections: number;
  /** Bytes of bodies that may be kept as the upstream allows (CACHE_MAX_BYTES); undefined: nothing is kept. */
  readonly cacheBytes?: number | undefined;
}

/** Why no usable answer came: the connection failed, or what came is not HTTP as the contract has it. */
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

import type { Client, Sender } from '../rest/client.js';
import type { Limiter } from '../tenant/limiter.js';
import type { Tenant } from '../tenant/tenant.js';

export interface SessionLimits {
  /** REST requests in flight at once for one operation. */
  readonly maxConcurrency: number;
  /** REST requests that one operation may spend. */
  readonly maxRequests: number;
  /** Milliseconds for one REST request (UPSTREAM_TIMEOUT_MS). */
  readonly timeoutMs: number;
}

/** Follows what an operation sends. */
export interface SendObserver {
  /** A second attempt is sent; others may wait for it when the operation has ended. */
  sentAgain(): void;
}

export interface RequestOptions extends Pick<Sender, 'credential' | 'requestId' | 'headers'> {
  readonly client: Client;
  readonly tenant: Tenant;
  readonly limits: SessionLimits;
  /** Slots of the whole process, which credentials share. */
  readonly processLimiter: Limiter;
  /** Undefined where nobody counts by operation. */
  readonly observer?: SendObserver | undefined;
  /** Whether every request is recorded. */
  readonly isTraced: boolean;
  /** Kept responses that are not older are served; 0 and undefined: only fresh ones. */
  readonly maxAgeSeconds?: number | undefined;
  /** Kept responses to requests that were sent then or later are served too, by the tenant's clock. */
  readonly sentSince?: number | undefined;
}

/** The facts of an operation that batches depend on; the object is also the key of its sweep history. */
export interface SessionOperation {
  /** Whether it selects links, by which the responses to some requests lead to more records. */
  readonly hasLinks: boolean;
  /** Whether its first read is one record by its id: there is no batch to wait for. */
  readonly startsWithOneRequest: boolean;
}

export interface SessionOptions extends RequestOptions {
  readonly operation: SessionOperation;
  /** Its variables as text. */
  readonly variables: string;
}

/** Paths of lists. */
export interface DeclaredLists {
  /** They are read whole in any case. */
  readonly wholeLists: ReadonlySet<string>;
  /**
   * Many links may lead to their records. Where the length of one is unknown, its first page is read with the operation's
   * first read: the batch would begin with it, one round trip later.
   */
  readonly linkedLists: ReadonlySet<string>;
}

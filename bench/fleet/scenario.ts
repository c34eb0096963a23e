import type { QuotaRule } from './quota.js';

/** One run of the simulation. */
export interface Scenario {
  readonly seed: number;
  readonly replicas: number;
  readonly credentials: number;
  /** Virtual time in which operations arrive. */
  readonly minutes: number;
  /** Of one credential, over all replicas: the balancer sends each to any of them. */
  readonly operationsPerSecond: number;
  /** REST requests of an operation, which it sends together. */
  readonly requests: number;
  readonly quota: QuotaRule;
  /** Mean time of a REST request. */
  readonly latencyMs: number;
  /** Undefined: each replica learns from its own 429s alone. */
  readonly sharing: Sharing | undefined;
  /** Share of the refused clients that send the operation again at the time of `Retry-After`. */
  readonly returning: number;
  /** Clients come again up to so much later, each at another time. */
  readonly retryJitterMs: number;
}

/** How replicas tell each other of a cool-down, through Redis. */
export interface Sharing {
  /**
   * Mean time from the publication at one replica to the note at another, without waiting at Redis.
   */
  readonly delayMs: number;
  /** Share of the time in which Redis is down, in one piece of each ten minutes. */
  readonly downShare: number;
}

/** Within one region, with all that works. */
export const inRegion: Sharing = { delayMs: 1, downShare: 0 };

/**
 * 50 REST requests a second of a credential whose quota allows 10: it is exceeded in every minute.
 */
export const standard: Scenario = {
  seed: 1,
  replicas: 10,
  credentials: 2,
  minutes: 10,
  operationsPerSecond: 10,
  requests: 5,
  quota: { kind: 'window', requests: 600, seconds: 60, namesWait: true },
  latencyMs: 50,
  sharing: inRegion,
  returning: 0,
  retryJitterMs: 0,
};

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
  /** Share of the refused clients that send the operation again at the time that they were told. */
  readonly returning: number;
  readonly resume: Resume;
}

/** How replicas tell each other of a cool-down, through Redis. */
export interface Sharing {
  /** Mean time from the publication at one replica to the note at another, without waiting at Redis. */
  readonly delayMs: number;
  /** Share of the time in which Redis is down, in one piece of each ten minutes. */
  readonly downShare: number;
  /**
   * What a replica takes note of where the upstream named no wait: the `wait` alone; the `refusal`, from which it
   * derives a wait by its own history; or the `state`, which is the wait, the refusals in a row, and their end.
   */
  readonly notes: 'wait' | 'refusal' | 'state';
  /** A wait that ends later than a known one by no more than this is not published. */
  readonly toleranceMs: number;
}

/** What happens at the end of a wait. */
export interface Resume {
  /** A replica waits up to so much longer, each for itself. */
  readonly jitterMs: number;
  /** A replica sends one request, and no other before its response. */
  readonly probes: boolean;
  /** Clients are told a time up to so much later, each another one. */
  readonly toldJitterMs: number;
}

export const atOnce: Resume = { jitterMs: 0, probes: false, toldJitterMs: 0 };

/** Within one region, with all that works. */
export const inRegion: Sharing = { delayMs: 1, downShare: 0, notes: 'state', toleranceMs: 1000 };

/** 50 REST requests a second of a credential whose quota allows 10: it is exceeded in every minute. */
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
  resume: atOnce,
};

import type { GraphQLError } from 'graphql';
import type { Lifetime } from '../../base/lifetime.js';
import type { Settings } from '../../config.js';
import type { SharedState } from '../../shared/shared-state.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { OperationResult } from '../../operation/result.js';
import type { LiveOperation } from '../../document/live-operation.js';

/** One subscription that is to be opened. */
export interface LiveRequest {
  readonly tenant: Pick<Tenant, 'tenantKey' | 'refusedAt'>;
  /** Whether the Partner API has accepted the credential, as far as is known by now. */
  readonly isAccepted: () => boolean;
  readonly live: Pick<LiveOperation, 'hash' | 'characters' | 'responseName' | 'clocks'>;
  /**
   * Equal texts for variables, and whatever else makes two results differ, that may share a poll.
   */
  readonly variables: string;
  readonly everySeconds: number;
  /**
   * @param sentSince responses to requests that were sent then or later will do: other polls may
   *   have read them
   *
   * @param lifetime ends when the last subscriber has left
   */
  readonly run: (sentSince: number, lifetime: Lifetime) => Promise<OperationResult>;
  /** Logs an error that no run should throw; returns its public form. */
  readonly report: (error: unknown) => GraphQLError;
  /** Responses up to this age will do for the first event. */
  readonly maxAgeSeconds: number;
  /** Of the subscriber. */
  readonly lifetime: Lifetime;
}

export type PollRequest = Omit<LiveRequest, 'maxAgeSeconds' | 'lifetime'>;

/** What metrics count. */
export interface LiveObserver {
  readonly streams: (change: 1 | -1) => void;
  readonly polled: () => void;
  readonly delivered: (events: number) => void;
}

/** Time as polls see it; a test has its own. */
export interface LiveTime {
  /** Milliseconds of a clock that never goes back; that of tenants. */
  readonly now: () => number;
  /** Calls back once after some milliseconds; returns how to cancel that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** What the polls of a process have in common. */
export interface LiveContext {
  readonly settings: Settings;
  readonly observer: LiveObserver;
  readonly time: LiveTime;
  readonly shared: SharedState;
}

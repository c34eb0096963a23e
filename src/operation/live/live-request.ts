import type { GraphQLError } from 'graphql';
import type { SharedState } from '../../tenant/shared-state.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { OperationResult } from '../result.js';
import type { Finding, LastResult } from './live-event.js';
import type { LiveOperation } from './live-operation.js';
import type { PollRate } from './live-rate.js';
import type { LiveRoom } from './live-room.js';
import type { LiveTime } from './live-time.js';

/**
 * Runs the query of a poll once.
 *
 * @param sentSince responses to requests that were sent then or later will do: other polls may have read them
 * @param onStop calls back when the last subscriber has left; it returns how to stop listening
 */
export type RunPoll = (
  sentSince: number,
  onStop: (callback: () => void) => () => void,
) => Promise<OperationResult>;

/** What equal subscriptions have in common. */
export interface PollRequest {
  readonly tenant: Pick<Tenant, 'tenantKey' | 'refusedAt'>;
  /** Whether the Partner API has accepted the credential, as far as is known by now. */
  readonly isAccepted: () => boolean;
  readonly live: Pick<LiveOperation, 'hash' | 'characters' | 'responseName' | 'clocks'>;
  /** Equal texts for variables, and whatever else makes two results differ, that may share a poll. */
  readonly variables: string;
  readonly everySeconds: number;
  readonly run: RunPoll;
  /** Logs an error that no run should throw; returns its public form. */
  readonly report: (error: unknown) => GraphQLError;
}

/** One subscription that is to be opened. */
export interface LiveRequest extends PollRequest {
  /** Responses up to this age will do for the first event. */
  readonly maxAgeSeconds: number;
  /** Calls back when the subscriber leaves; it returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
}

/** What metrics count. */
export interface LiveObserver {
  readonly streams: (change: 1 | -1) => void;
  readonly polled: () => void;
  readonly delivered: (events: number) => void;
}

/** What a poll needs of its hub. */
export interface PollParts {
  /** Its own among the polls of its credential. */
  readonly key: string;
  /** The polls of its credential. */
  readonly polls: ReadonlyMap<string, { readonly rate: PollRate }>;
  /** REST requests a minute for all of them (LIVE_REQUESTS_PER_MINUTE). */
  readonly maxPerMinute: number;
  readonly room: LiveRoom;
  readonly observer: LiveObserver;
  readonly time: LiveTime;
  /** Undefined where this process is alone. */
  readonly shared: SharedState | undefined;
  /** Called when the last subscriber has left, or the poll has completed. */
  readonly ended: () => void;
}

/** A poll, as its schedule sees it. */
export interface ScheduledPoll {
  readonly last: LastResult | undefined;
  readonly isRunning: boolean;
  readonly hasEnded: boolean;
  /** Whether the Partner API has accepted the credential, as far as this process knows by now. */
  readonly isAccepted: () => boolean;
  /** @param sentSince responses to requests that were sent then or later will do */
  readonly run: (sentSince: number) => void;
  /** Takes note of a run of another process. */
  readonly ranElsewhere: (requests: number | undefined, isAccepted: boolean) => void;
  /** Whether a subscriber waits for the event of a finding. */
  readonly needs: (finding: Finding) => boolean;
  /** Whether its run started after the credential was last refused. */
  readonly isAllowed: (finding: Finding) => boolean;
  readonly note: (finding: Finding, toEvent: () => OperationResult, characters: number) => void;
  readonly confirm: (finding: Finding) => void;
  readonly complete: (event: OperationResult) => void;
}

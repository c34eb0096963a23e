import type { OperationResult } from '../result.js';
import type { Finding } from './live-event.js';
import type { RanMessage } from './poll-message.js';
import type { ScheduledPoll, ScheduleOptions } from './poll-schedule.js';

/** A poll whose results other processes may find. */
export interface FleetPoll extends ScheduledPoll {
  isProvenElsewhere: boolean;
  /** Whether a subscriber waits for the event of a finding. */
  readonly needs: (finding: Finding) => boolean;
  /** Whether its run started after the credential was last refused. */
  readonly isAllowed: (finding: Finding) => boolean;
  readonly note: (finding: Finding, toEvent: () => OperationResult, characters: number) => void;
  readonly confirm: (finding: Finding) => void;
  readonly complete: (event: OperationResult) => void;
}

export interface SharedScheduleOptions extends ScheduleOptions {
  /** The same in each process, for equal polls of one credential alone. */
  readonly name: string;
  /** Takes note of the REST requests of a run of another process. */
  readonly ranElsewhere: (requests: number) => void;
  /** Whether the Partner API has accepted the credential, as far as is known by now. */
  readonly isProven: () => boolean;
}

/**
 * Tells of the last result of a poll; undefined before the first one.
 *
 * @param leftMs of a pause
 * @param requests undefined where its run was announced before
 */
export function describeLast(
  { last }: FleetPoll,
  { time, isProven }: SharedScheduleOptions,
  leftMs: number,
  requests: number | undefined,
): RanMessage | undefined {
  if (last === undefined) return undefined;
  const { fingerprint, startedAt, at } = last;
  return {
    kind: 'ran',
    fingerprint,
    ageMs: time.now() - at,
    tookMs: at - startedAt,
    waitMs: Math.max(0, leftMs),
    requests,
    isProven: isProven(),
  };
}

import { partnerErrors } from '../../../src/client/index.js';

/** One event as a client hands it on. */
export interface SeenEvent {
  /** Which of the screens are on; undefined without data. */
  readonly on: readonly boolean[] | undefined;
  readonly codes: readonly string[];
}

/** A subscription of a client. */
export interface Watching {
  readonly events: readonly SeenEvent[];
  /** `complete` after the server has completed; the reason of a failure. */
  readonly ended: () => unknown;
  readonly leave: () => void;
}

/** Where the client's callbacks write. */
export interface Sink {
  readonly events: SeenEvent[];
  readonly next: (result: unknown) => void;
  readonly error: (reason: unknown) => void;
  readonly complete: () => void;
  readonly ended: () => unknown;
}

export function createSink(): Sink {
  const events: SeenEvent[] = [];
  let ended: unknown;
  return {
    events,
    next: (result) => void events.push(readEvent(result)),
    error: (reason) => (ended ??= reason ?? 'an error without a reason'),
    complete: () => (ended ??= 'complete'),
    ended: () => ended,
  };
}

/** A result of any client; all of them hold `data` as it was sent. */
export function readEvent(result: unknown): SeenEvent {
  const { data } = result as { readonly data?: HoursData | null };
  return {
    on: data?.live.screens?.nodes.map(({ availability }) => availability.isOnNow),
    codes: partnerErrors(result).map(({ extensions }) => extensions.code),
  };
}

interface HoursData {
  readonly live: {
    readonly screens: {
      readonly nodes: readonly { readonly availability: { readonly isOnNow: boolean } }[];
    } | null;
  };
}

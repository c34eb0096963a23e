import type { Entry } from './entry.js';

/** What the page does when nothing fails. */
export interface Mode {
  /** `connecting` as long as there is nothing to compare the first event with. */
  readonly state: 'connecting' | 'live' | 'polling' | 'waiting' | 'paused' | 'off';
  /** The entry of the stream, in the state `live`. */
  readonly entry?: Entry | undefined;
}

export interface Conditions {
  /** The page is closed, or its credential refused. */
  readonly isOff: boolean;
  readonly isVisible: boolean;
  /** The quota is spent. */
  readonly isWaiting: boolean;
  /** Seconds; 0 for off. */
  readonly choice: number;
  /** The entry that a stream would serve; undefined where the page polls. */
  readonly watched: Entry | undefined;
  /** The entry that a stream serves now. */
  readonly streamed: Entry | undefined;
}

/** What the page should do. */
export function modeOf({ isOff, isVisible, isWaiting, choice, watched, streamed }: Conditions): Mode {
  if (isOff) return { state: 'off' };
  if (!isVisible) return { state: 'paused' };
  if (isWaiting) return { state: 'waiting' };
  if (choice === 0) return { state: 'off' };
  if (watched === undefined) return { state: 'polling' };
  if (watched === streamed) return { state: 'live', entry: watched };
  const { data, isBusy } = watched.get();
  // The first event costs nothing when the query has just been read.
  return data === undefined || isBusy ? { state: 'connecting' } : { state: 'live', entry: watched };
}

/** Whether nothing is read. */
export const isIdle = ({ state }: Mode): boolean => state === 'off' || state === 'paused';

import type { Entry } from './entry.js';

/** How the page is kept up to date at the moment. */
type FreshnessState =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'polling'
  /** The quota is spent: it continues by itself. */
  | 'waiting'
  /** Nobody looks at the tab. */
  | 'paused'
  | 'off'
  /** The façade cannot be reached. */
  | 'disconnected';

/** What the page does when nothing fails. */
export interface Mode {
  /** `connecting` as long as there is nothing to compare the first event with. */
  readonly state: 'connecting' | 'live' | 'polling' | 'waiting' | 'paused' | 'off';
  /** The entry of the stream, in the state `live`. */
  readonly entry?: Entry | undefined;
}

/** Whether nothing is read. */
export const isIdle = ({ state }: Mode): boolean => state === 'off' || state === 'paused';

/** What the page tells about its freshness. */
export interface FreshnessSign {
  readonly state: FreshnessState;
  /** Seconds between two looks at the Partner API. */
  readonly everySeconds: number;
  /** What the visitor has chosen: a member of `choices`. */
  readonly choice: number;
  /** When a wait ends, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** When the oldest data that the page shows was read; without what a stream keeps up to date. */
  readonly asOf: number | undefined;
  /** When the stream has told something last. */
  readonly eventAt: number | undefined;
  /** The last refresh has failed: old data is shown. */
  readonly isFailing: boolean;
  readonly isBusy: boolean;
}

/** Seconds between two looks where they cost little, by subscription. */
export const liveSeconds = 15;

/** Seconds that the visitor can choose; 0 is off. */
export const choices: readonly number[] = [liveSeconds, 30, 60, 300, 0];

/** The seconds of a text; what is not one of `choices` counts as the first. */
export function readChoice(text: string | null | undefined): number {
  const seconds = text == null || text === '' ? liveSeconds : Number(text);
  return choices.includes(seconds) ? seconds : liveSeconds;
}

/** Whole seconds since the oldest data was known to be up to date; undefined without data. */
export function ageOf(sign: FreshnessSign, now: number): number | undefined {
  const { asOf, eventAt, everySeconds, state } = sign;
  const seconds = (since: number): number => Math.max(0, Math.floor((now - since) / 1000));
  const ages = asOf === undefined ? [] : [seconds(asOf)];
  // The façade looks that often, and is silent where nothing has changed.
  if (state === 'live' && eventAt !== undefined && !sign.isFailing)
    ages.push(Math.min(seconds(eventAt), everySeconds));
  return ages.length === 0 ? undefined : Math.max(...ages);
}

/** Whole seconds until a wait ends. */
export const leftOf = ({ until }: FreshnessSign, now: number): number =>
  until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));

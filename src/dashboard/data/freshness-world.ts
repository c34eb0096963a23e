import type { Answer } from './answer.js';
import type { Entry } from './entry.js';

/** Why there is no stream: it costs too much for its interval, or there is none now. */
export type Refusal =
  { readonly kind: 'costly'; readonly shortestSeconds: number } | { readonly kind: 'later' };

/** What a stream tells. It connects again by itself when it is lost. */
export interface StreamListener {
  readonly event: (answer: Answer<unknown>) => void;
  /** @param isUnreachable nothing responds, not even to say no */
  readonly lost: (isUnreachable: boolean) => void;
  /** It has ended for good. */
  readonly refused: (refusal: Refusal) => void;
}

/** Opens a stream of the answers of an entry; returns how to close it. */
export type OpenStream = (entry: Entry, everySeconds: number, listener: StreamListener) => () => void;

/** What the freshness of a page needs of the world around it; a test has its own. */
export interface FreshnessWorld {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once; returns how to cancel that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly isVisible: () => boolean;
  /** Calls back when the tab is shown, hidden or focused, and when the network is back. */
  readonly onLook: (listener: () => void) => () => void;
  readonly openStream: OpenStream;
  /** What the visitor has chosen: seconds, 0 for off. */
  readonly readChoice: () => number;
  readonly writeChoice: (seconds: number) => void;
}

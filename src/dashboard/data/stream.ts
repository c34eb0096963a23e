import type { Answer, Entry } from './entry.js';
import { isFailing } from './trouble.js';

/** Why there is no stream: it costs too much for its interval, or there is none now. */
export type Refusal =
  | { readonly kind: 'costly'; readonly shortestSeconds: number }
  | { readonly kind: 'later' };

/** What a stream reports. It connects again by itself when the connection is lost. */
export interface StreamListener {
  readonly event: (answer: Answer<unknown>) => void;
  /** @param isUnreachable nothing responds, not even to say no */
  readonly lost: (isUnreachable: boolean) => void;
  /** It has ended for good. */
  readonly refused: (refusal: Refusal) => void;
}

/** Opens a stream of the answers of an entry; returns how to close it. */
export type OpenStream = (
  entry: Entry,
  everySeconds: number,
  listener: StreamListener,
) => () => void;

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

/** Milliseconds until a stream is tried again after the façade had none. */
const laterMs = 5 * 60_000;

/** What the façade has refused so far. */
export class Refusals {
  /** The shortest intervals of entries whose streams cost too much. */
  private readonly costly = new WeakMap<Entry, number>();
  private noneUntil = 0;

  note(entry: Entry, refusal: Refusal, now: number): void {
    if (refusal.kind === 'costly') this.costly.set(entry, refusal.shortestSeconds);
    else this.noneUntil = now + laterMs;
  }

  allow(entry: Entry, now: number): boolean {
    return now >= this.noneUntil && !this.costly.has(entry);
  }

  /** Seconds; 0 where nothing was refused. */
  shortestOf(entry: Entry | undefined): number {
    return (entry && this.costly.get(entry)) ?? 0;
  }
}

/** Milliseconds. A proxy that holds responses back would hold the first event back as well. */
const firstEventMs = 10_000;

interface StreamOptions {
  readonly world: Pick<FreshnessWorld, 'now' | 'after' | 'openStream'>;
  readonly entry: Entry;
  readonly everySeconds: number;
  readonly changed: () => void;
  /** Called after each event but the first, which tells what the page shows already. */
  readonly news: () => void;
  readonly refused: (refusal: Refusal) => void;
}

/** A stream that keeps one entry up to date. */
export class Stream {
  state: 'connecting' | 'live' | 'reconnecting' | 'disconnected' = 'connecting';
  /** When it has told something last, in milliseconds since 1970. */
  eventAt: number | undefined;
  /** The last event told of a failure: another one will tell of its end. */
  private isFailing = false;
  private readonly leave: () => void;
  private cancelLimit: () => void;
  private isClosed = false;

  constructor(private readonly options: StreamOptions) {
    const { world, entry, everySeconds, refused } = options;
    this.cancelLimit = world.after(firstEventMs, () => refused({ kind: 'later' }));
    this.leave = world.openStream(entry, everySeconds, {
      event: (answer) => this.isClosed || this.take(answer),
      lost: (isUnreachable) => this.isClosed || this.lose(isUnreachable),
      refused: (refusal) => this.isClosed || refused(refusal),
    });
  }

  /** It tries to connect again. */
  get isLost(): boolean {
    return this.state === 'reconnecting' || this.state === 'disconnected';
  }

  /** The entry, if the page need not read it itself: not after a read of its own has failed. */
  get covered(): Entry | undefined {
    const { entry } = this.options;
    return isFailing(entry.get().errors) && !this.isFailing ? undefined : entry;
  }

  close(): void {
    this.isClosed = true;
    this.cancelLimit();
    this.leave();
  }

  private take(answer: Answer<unknown>): void {
    const { world, entry, everySeconds, changed, news } = this.options;
    const isFirst = this.eventAt === undefined || this.state !== 'live';
    this.cancelLimit();
    this.state = 'live';
    this.isFailing = isFailing(answer.errors);
    this.eventAt = world.now();
    // The first event may come from what was read an interval ago.
    const bound = Math.max(entry.get().asOf ?? 0, this.eventAt - 1000 * everySeconds);
    entry.accept(isFirst && answer.asOf !== undefined ? { ...answer, asOf: bound } : answer);
    if (!isFirst && !this.isClosed) news();
    changed();
  }

  private lose(isUnreachable: boolean): void {
    this.cancelLimit();
    this.state = isUnreachable ? 'disconnected' : 'reconnecting';
    this.options.changed();
  }
}

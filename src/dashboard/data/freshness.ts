import type { Entry } from './entry.js';
import { type FreshnessSign, isIdle, liveSeconds, type Mode } from './freshness-sign.js';
import { KeptEntries, type Role } from './kept-entries.js';
import { Published } from './published.js';
import { type FreshnessWorld, Refusals, Stream } from './stream.js';
import { BackOff, isFailing, isUnreachable, Trouble } from './trouble.js';

/**
 * Milliseconds. A view that changes leaves one entry and keeps another: only what comes of it
 * counts.
 */
const settleMs = 50;

/** Seconds between two readings of what a stream does not tell about. */
const othersSeconds = 60;

/**
 * Keeps what the page shows up to date: by a stream of the watched operation, by polls where there
 * is none, not at all in a hidden tab. Whatever happens changes a condition; `settle` then compares
 * the mode that the conditions ask for with the present one, and changes it.
 */
export class Freshness {
  /** What the page tells about its freshness. */
  readonly sign: Published<FreshnessSign>;
  private readonly kept: KeptEntries;
  private readonly trouble = new Trouble();
  private readonly failures = new BackOff(5, 300);
  private readonly refusals = new Refusals();
  private mode: Mode = { state: 'off' };
  private stream: Stream | undefined;
  private choice: number;
  private everySeconds = liveSeconds;
  private isOpen = false;
  private wasFailing = false;
  private cancelTick: () => void = nothing;

  constructor(private readonly world: FreshnessWorld) {
    this.kept = new KeptEntries({
      now: world.now,
      answered: (entry) => this.trouble.note(entry.get().errors, world.now()),
      changed: () => this.changed(),
    });
    this.choice = world.readChoice();
    this.sign = new Published(this.makeSign());
  }

  /** Begins; returns how to end. */
  readonly open = (): (() => void) => {
    const leave = this.world.onLook(() => this.look());
    this.isOpen = true;
    this.settle();
    return () => {
      leave();
      this.isOpen = false;
      this.settle();
    };
  };

  /** @returns how to stop */
  readonly keep = (entry: Entry, role: Role): (() => void) => {
    const leave = this.kept.keep(entry, role);
    this.world.after(settleMs, () => this.settle());
    return () => {
      leave();
      this.world.after(settleMs, () => this.settle());
    };
  };

  /** Reads everything again that the page shows, unless the quota is spent. */
  readonly refresh = (): void => {
    if (this.trouble.isWaiting(this.world.now())) return;
    this.trouble.isRefused = false;
    this.kept.readAll();
    this.settle();
  };

  /** @param seconds a member of `choices` */
  readonly choose = (seconds: number): void => {
    this.choice = seconds;
    this.world.writeChoice(seconds);
    this.begin({ state: 'off' });
    this.settle();
    this.readIfOld();
  };

  private look(): void {
    if (this.stream?.isLost === true && this.world.isVisible()) this.begin({ state: 'off' });
    this.readIfOld();
    this.settle();
  }

  /** The entry that a stream keeps up to date. */
  private vouched(): Entry | undefined {
    return this.stream?.state === 'live' && !this.kept.some(isFailing)
      ? this.mode.entry
      : undefined;
  }

  private readIfOld(): void {
    const now = this.world.now();
    const oldest = this.kept.oldest(this.vouched());
    if (this.choice === 0 || this.trouble.isWaiting(now) || !this.world.isVisible()) return;
    const isOld = oldest !== undefined && now - oldest > 1000 * this.everySeconds;
    if (isOld || this.kept.some(isUnreachable)) this.kept.readAll();
  }

  private changed(): void {
    const failing = this.kept.some(isFailing);
    if (!failing) this.failures.reset();
    this.settle();
    if (failing !== this.wasFailing || this.interval() !== this.everySeconds) this.scheduleTick();
    this.wasFailing = failing;
    this.tell();
  }

  private settle(): void {
    const next = this.wantedMode();
    if (next.state !== this.mode.state || next.entry !== this.mode.entry) this.begin(next);
    this.tell();
  }

  private wantedMode(): Mode {
    if (!this.isOpen || this.trouble.isRefused) return { state: 'off' };
    if (!this.world.isVisible()) return { state: 'paused' };
    if (this.trouble.isWaiting(this.world.now())) return { state: 'waiting' };
    if (this.choice === 0) return { state: 'off' };
    const entry = this.choice === liveSeconds ? this.kept.watched() : undefined;
    if (entry === undefined || !this.refusals.allow(entry, this.world.now()))
      return { state: 'polling' };
    if (entry === this.mode.entry) return { state: 'live', entry };
    const { data, isBusy } = entry.get();
    // The first event costs nothing when the query has just been read.
    return data === undefined || isBusy ? { state: 'connecting' } : { state: 'live', entry };
  }

  private begin(mode: Mode): void {
    this.stream?.close();
    this.stream = undefined;
    this.mode = mode;
    this.everySeconds = this.interval();
    if (mode.entry !== undefined) this.stream = this.openStream(mode.entry);
    this.scheduleTick();
  }

  /**
   * Seconds. One tab asks for no more than one REST request a second. A stream keeps the interval
   * that it began with.
   */
  private interval(): number {
    if (this.stream !== undefined) return this.everySeconds;
    const shortest = this.refusals.shortestOf(this.kept.watched());
    return Math.max(this.choice || liveSeconds, this.kept.cost(), shortest);
  }

  private openStream(entry: Entry): Stream {
    const { world, everySeconds } = this;
    return new Stream({
      ...{ world, entry, everySeconds },
      changed: () => this.tell(),
      news: () => this.kept.readOthers(entry, everySeconds),
      refused: (refusal) => {
        this.refusals.note(entry, refusal, world.now());
        this.settle();
      },
    });
  }

  private scheduleTick(): void {
    const { world, mode, kept } = this;
    this.cancelTick();
    this.everySeconds = this.interval();
    const othersEvery =
      mode.state === 'live' ? Math.max(othersSeconds, this.everySeconds) : this.everySeconds;
    const milliseconds =
      mode.state === 'waiting'
        ? this.trouble.waitUntil - world.now()
        : 1000 * (kept.some(isFailing, this.stream?.covered) ? this.failures.next() : othersEvery);
    this.cancelTick = isIdle(mode) ? nothing : world.after(milliseconds, () => this.tick());
  }

  private tick(): void {
    const { mode, kept, trouble } = this;
    trouble.waitUntil = Math.min(trouble.waitUntil, this.world.now());
    if (mode.state === 'live') kept.readOthers(this.stream?.covered, this.everySeconds);
    else kept.readAll();
    this.settle();
    if (this.mode === mode) this.scheduleTick();
  }

  private tell(): void {
    const sign = this.makeSign();
    if (JSON.stringify(sign) !== JSON.stringify(this.sign.get())) this.sign.set(sign);
  }

  private makeSign(): FreshnessSign {
    const { mode, stream, kept, everySeconds, choice } = this;
    const isLost = kept.some(isUnreachable) && !isIdle(mode) && mode.state !== 'waiting';
    return {
      ...{ everySeconds, choice, eventAt: stream?.eventAt },
      state: isLost ? 'disconnected' : (stream?.state ?? mode.state),
      until: mode.state === 'waiting' ? this.trouble.waitUntil : undefined,
      asOf: kept.oldest(this.vouched()),
      isFailing: kept.some(isFailing),
      isBusy: kept.isBusy(),
    };
  }
}

const nothing = (): void => undefined;

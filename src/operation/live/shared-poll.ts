import { SharedValue } from '../../tenant/shared-state.js';
import type { OperationResult } from '../result.js';
import type { LivePoll } from './live-poll.js';
import type { LiveContext } from './live-request.js';
import { type PollMessage, readMessage, type StoredEvent, storedEventSchema } from './poll-message.js';

/** Bytes. With a larger event each process polls for itself: the deadline of the store is that of its commands. */
export const maxEventBytes = 256 * 1024;

/** Milliseconds for which an event can be read. Partner data stays in the store no longer than it is of use. */
const eventHoldMs = 60_000;

/** Milliseconds in which a process that begins to listen also gets what was said before. */
const messageHoldMs = 1000;

/** Intervals that a lease holds: a late owner keeps it, and a dead one is replaced within two. */
const leaseIntervals = 1.4;

/**
 * One poll, as the processes of a fleet share it: which of them runs it as far as this one knows, and what they tell each
 * other. Nothing here fails, and nothing takes longer than 50 ms.
 */
export class SharedPoll {
  /** Whether this process has the lease; undefined where nobody can tell. */
  isOwner: boolean | undefined;
  /** When another process last showed that it runs the poll, or when the pause ends that it has named. */
  private signedAt = -Infinity;
  /** Lease commands on their way. */
  private asked = 0;
  private readonly stopListening: (() => void) | undefined;
  private readonly events: SharedValue<StoredEvent> | undefined;
  /** A value and a lease of one kind need two names. */
  private readonly eventName: string;

  /**
   * @param name the same in each process, and no two polls have it
   * @param receive gets a message, and the milliseconds since it was sent
   */
  constructor(
    readonly name: string,
    private readonly everyMs: number,
    private readonly context: Pick<LiveContext, 'shared' | 'time'>,
    receive: (message: PollMessage, ageMs: number) => void,
  ) {
    const { shared, time } = context;
    this.eventName = `${name} event`;
    this.events =
      shared &&
      new SharedValue(shared, {
        kind: 'poll',
        schema: storedEventSchema,
        holdMs: eventHoldMs,
        pauseMs: 0,
        repeatMs: eventHoldMs / 2,
        versionOf: ({ fingerprint }) => fingerprint,
        maxTextBytes: maxEventBytes,
        now: time.now,
      });
    this.stopListening = shared?.listen(`poll ${name}`, (text, leftMs) => {
      const message = readMessage(text);
      if (message !== undefined) receive(message, Math.max(0, holdOf(message) - leftMs));
    });
  }

  /** Takes or extends the lease. @returns whether this process may run the poll */
  async mayRun(): Promise<boolean> {
    const { shared, time } = this.context;
    this.asked += 1;
    const isOwner = await shared?.lease('poll', this.name, leaseIntervals * this.everyMs);
    this.asked -= 1;
    if (isOwner === false && this.isOwner !== false) this.signedAt = Math.max(this.signedAt, time.now());
    this.isOwner = isOwner;
    return isOwner !== false;
  }

  tell(message: PollMessage): void {
    const { shared } = this.context;
    if (shared === undefined) return;
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= maxEventBytes) shared.announce(`poll ${this.name}`, text, holdOf(message));
  }

  /** Tells the others the last result. @param requests undefined where the run was announced before */
  tellLast(poll: LivePoll, waitMs: number, requests?: number): void {
    const { last } = poll;
    if (last === undefined) return;
    const { fingerprint, startedAt, at, event } = last;
    if (event !== undefined) this.keep(fingerprint, event);
    const times = { ageMs: this.context.time.now() - at, tookMs: at - startedAt, waitMs };
    this.tell({ kind: 'ran', fingerprint, ...times, requests, isProven: poll.isAccepted() });
  }

  keep(fingerprint: string, event: OperationResult): void {
    this.events?.write(this.eventName, { fingerprint, event });
  }

  /** The event with a fingerprint, where another process lets it be read. */
  async read(fingerprint: string): Promise<OperationResult | undefined> {
    const stored = await this.events?.read(this.eventName);
    return stored?.fingerprint === fingerprint ? stored.event : undefined;
  }

  forget(): void {
    this.events?.remove(this.eventName);
  }

  /** Another process has shown that it runs the poll. @param waitMs for which it pauses */
  noteSign(waitMs: number): void {
    this.signedAt = this.context.time.now() + waitMs;
  }

  /** Intervals since another process has shown that it runs the poll; below 0 while it pauses. */
  silence(): number {
    return (this.context.time.now() - this.signedAt) / this.everyMs;
  }

  /** Gives up the lease, if this process has it or may get it: the store takes commands in their order. */
  leave(): void {
    this.stopListening?.();
    if (this.isOwner !== true && this.asked === 0) return;
    void this.context.shared?.lease('poll', this.name, 0);
    this.tell({ kind: 'left' });
  }
}

/** What is over by the time that it comes is not held. */
const holdOf = ({ kind }: PollMessage): number => (kind === 'ran' || kind === 'runs' ? messageHoldMs : 0);

import type { SharedState } from '../../tenant/shared-state.js';
import { SharedValue } from '../../tenant/shared-value.js';
import type { OperationResult } from '../result.js';
import type { LiveTime } from './live-time.js';
import { type PollMessage, readMessage, type StoredEvent, storedEventSchema } from './poll-message.js';

/** @param ageMs milliseconds since the message was sent */
export type HearMessage = (message: PollMessage, ageMs: number) => void;

/** Bytes. With a larger event each process polls for itself: the deadline of the store is that of its commands. */
export const maxEventBytes = 256 * 1024;

/** Milliseconds for which an event can be read. Partner data stays in the store no longer than it is of use. */
const eventHoldMs = 60_000;

/** Milliseconds in which a process that begins to listen also hears what was said before. */
const messageHoldMs = 1000;

/** One poll, as the processes of a fleet share it. Nothing here fails, and nothing takes longer than 50 ms. */
export class PollChannel {
  readonly stopListening: () => void;
  private readonly events: SharedValue<StoredEvent>;
  /** A value and a lease of one kind need two names. */
  private readonly eventName: string;

  /** @param name the same in each process, and no two polls have it */
  constructor(
    private readonly shared: SharedState,
    private readonly name: string,
    { now }: LiveTime,
    hear: HearMessage,
  ) {
    this.eventName = `${name} event`;
    this.events = new SharedValue(shared, {
      kind: 'poll',
      schema: storedEventSchema,
      holdMs: eventHoldMs,
      pauseMs: 0,
      repeatMs: eventHoldMs / 2,
      versionOf: ({ fingerprint }) => fingerprint,
      maxTextBytes: maxEventBytes,
      now,
    });
    this.stopListening = shared.listen(`poll ${name}`, (text, leftMs) => {
      const message = readMessage(text);
      if (message !== undefined) hear(message, Math.max(0, holdOf(message) - leftMs));
    });
  }

  /** Takes the lease of the poll, or extends it; undefined where nobody can tell now. */
  lease(holdMs: number): Promise<boolean | undefined> {
    return this.shared.lease('poll', this.name, holdMs);
  }

  tell(message: PollMessage): void {
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) <= maxEventBytes)
      this.shared.announce(`poll ${this.name}`, text, holdOf(message));
  }

  /** Lets the others read an event for some time. */
  keep(fingerprint: string, event: OperationResult): void {
    this.events.write(this.eventName, { fingerprint, event });
  }

  /** The event with a fingerprint, where another process lets it be read. */
  async read(fingerprint: string): Promise<OperationResult | undefined> {
    const stored = await this.events.read(this.eventName);
    return stored?.fingerprint === fingerprint ? stored.event : undefined;
  }

  /** Lets nobody read an event any more. */
  forget(): void {
    this.events.remove(this.eventName);
  }

  /** Gives up the lease, and says so. */
  leave(): void {
    this.shared.release('poll', this.name);
    this.tell({ kind: 'left' });
  }
}

/** What is over by the time that it arrives is not held. */
const holdOf = ({ kind }: PollMessage): number => (kind === 'ran' || kind === 'runs' ? messageHoldMs : 0);

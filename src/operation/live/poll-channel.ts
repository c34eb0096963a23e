import type { SharedState } from '../../tenant/shared-state.js';
import type { OperationResult } from '../result.js';
import type { LiveTime } from './live-time.js';
import { type PollMessage, printStored, readMessage, readStored } from './poll-message.js';

/** One poll, as the processes of a fleet share it. Nothing here fails, and nothing takes longer than 50 ms. */
export interface PollChannel {
  /** Takes the lease of the poll, or extends it; undefined where nobody can tell now. */
  readonly lease: (holdMs: number) => Promise<boolean | undefined>;
  readonly tell: (message: PollMessage) => void;
  /** Lets the others read an event for some time. */
  readonly keep: (fingerprint: string, event: OperationResult) => void;
  /** Lets nobody read it any more. */
  readonly forget: () => void;
  /** The event with a fingerprint, where another process lets it be read. */
  readonly read: (fingerprint: string) => Promise<OperationResult | undefined>;
  /** Gives up the lease, and says so. */
  readonly leave: () => void;
  readonly stopListening: () => void;
}

/** @param ageMs milliseconds since the message was sent */
export type HearMessage = (message: PollMessage, ageMs: number) => void;

/** Bytes. With a larger event each process polls for itself: the deadline of the store is that of its commands. */
export const maxEventBytes = 256 * 1024;

/** Milliseconds for which an event can be read. Partner data stays in the store no longer than it is of use. */
const eventHoldMs = 60_000;

/** Milliseconds in which a process that begins to listen also hears what was said before. */
const messageHoldMs = 1000;

/** @param name the same in each process, and no two polls have it */
export function openPollChannel(
  shared: SharedState,
  name: string,
  time: LiveTime,
  hear: HearMessage,
): PollChannel {
  let kept = { fingerprint: '', until: -Infinity };
  const stopListening = shared.listen(`poll ${name}`, (text, leftMs) => {
    const message = readMessage(text);
    if (message !== undefined) hear(message, Math.max(0, holdOf(message) - leftMs));
  });
  const tell = (message: PollMessage): void => {
    const text = JSON.stringify(message);
    if (fits(text)) shared.announce(`poll ${name}`, text, holdOf(message));
  };
  return {
    tell,
    stopListening,
    lease: (holdMs) => shared.lease('poll', name, holdMs),
    keep(fingerprint, event) {
      const now = time.now();
      if (fingerprint === kept.fingerprint && kept.until - now > eventHoldMs / 2) return;
      kept = { fingerprint, until: now + eventHoldMs };
      const text = printStored(fingerprint, event);
      if (fits(text)) shared.write('poll', eventName(name), text, eventHoldMs);
    },
    async read(fingerprint) {
      const text = await shared.read('poll', eventName(name));
      // Another process has replaced what this one has kept.
      kept = { fingerprint: '', until: -Infinity };
      return text === undefined ? undefined : readStored(text, fingerprint);
    },
    forget: () => shared.remove('poll', eventName(name)),
    leave() {
      shared.release('poll', name);
      tell({ kind: 'left' });
    },
  };
}

/** A value and a lease of one kind need two names. */
const eventName = (name: string): string => `${name} event`;

const fits = (text: string): boolean => Buffer.byteLength(text) <= maxEventBytes;

/** What is over when it is heard late is not held. */
const holdOf = ({ kind }: PollMessage): number => (kind === 'ran' || kind === 'runs' ? messageHoldMs : 0);

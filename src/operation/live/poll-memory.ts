import type { LiveOperation } from './live-operation.js';

/** What a poll keeps in memory, in bytes as they were measured. */
export interface PollMemory {
  readonly live: Pick<LiveOperation, 'characters'>;
  /** Variables as JSON. */
  readonly variables: string;
  /** Of the last event. */
  eventBytes: number;
  /** Whether the Partner API has accepted its credential, as far as is known by now. */
  readonly isProven: () => boolean;
}

/**
 * Bytes of all polls, beside some 50 KB for each stream and its connection. A process with 400 MB of heap has room for twice
 * as much.
 */
const maxBytes = 64 * 1024 * 1024;

/** The part of it that polls of credentials share which the Partner API has not accepted, and the most that one takes. */
const unprovenBytes = maxBytes / 4;

/** A parsed document takes some fifty times its text. */
const bytesPerCharacter = 50;

/** With its stack. */
const bytesPerError = 5000;

/** Whether one poll alone is too large. */
export const isTooLarge = (one: PollMemory): boolean => bytesOf([one]) > unprovenBytes;

/** Whether a poll has room beside the others. */
export function fits(others: ReadonlySet<PollMemory>, one: PollMemory): boolean {
  if (bytesOf([...others, one]) > maxBytes) return false;
  return one.isProven() || bytesOf([...others, one].filter((each) => !each.isProven())) <= unprovenBytes;
}

/**
 * Takes the memory of an event in place of that of the last one; false where it has no room.
 *
 * @param characters of the event as JSON
 */
export function keepsEvent(
  all: ReadonlySet<PollMemory>,
  own: PollMemory,
  characters: number,
  errors: number,
): boolean {
  own.eventBytes = 4 * characters + bytesPerError * errors;
  if (fits(all, own)) return true;
  own.eventBytes = 0;
  return false;
}

/** Polls of one document share it. */
function bytesOf(polls: Iterable<PollMemory>): number {
  const documents = new Set<object>();
  let bytes = 0;
  for (const { live, variables, eventBytes } of new Set(polls)) {
    bytes += 2 * variables.length + eventBytes;
    if (documents.has(live)) continue;
    documents.add(live);
    bytes += bytesPerCharacter * live.characters;
  }
  return bytes;
}

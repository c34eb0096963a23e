import type { RestResponse } from './transport/transport.js';

/**
 * What answers were read to be, for those that come again just as they were. A display asks the same every minute, and
 * most of what it is told has not changed; the contract shows no ETag by which the Partner API could say so. To compare
 * two texts costs a fiftieth of parsing and checking one. Every answer is asked for all the same: nothing is ever
 * served that the Partner API has not just sent.
 */
export interface ResponseMemo {
  /**
   * What an answer is read to be: the same value as the last time where it is the same text.
   *
   * @param tenantKey stands for the credential: nothing is found under another
   * @param read reads it; its value is kept, and must not be changed by anybody
   * @throws whatever `read` throws
   */
  readonly read: <T>(tenantKey: string, path: string, answer: RestResponse, read: () => T) => T;
  /** Forgets everything. */
  readonly clear: () => void;
}

/** Milliseconds. What was not met for so long is forgotten, at the latest after twice the time. */
const periodMs = 60_000;

/** The same where there is no room for something else. */
const tightPeriodMs = 5000;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 500;

/** The last answer to a path. A class for the reason that is told at `Run` in `execution/run.ts`. */
class Entry {
  /** Undefined where the last one was not like the one before: what changes each time is not worth keeping. */
  answer: RestResponse | undefined;
  value: unknown;
  /** Whether the answer has come again. */
  isSteady = false;
  /** Whether it has come since somebody looked for what can be forgotten. */
  isMet = true;
}

/**
 * @param maxBytes of all texts, two for each character. Once it is full nothing is dropped that is still met: to drop it
 *   for what may never be would keep nothing at all where there is much.
 */
export function createResponseMemo(maxBytes: number): ResponseMemo {
  const tenants = new Map<string, Map<string, Entry>>();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let isTight = false;

  const hasRoom = (more: number): boolean => {
    if (bytes + more <= maxBytes) return true;
    if (!isTight && timer !== undefined) {
      isTight = true;
      forgetAfter(tightPeriodMs);
    }
    return false;
  };

  const empty = (entry: Entry): void => {
    if (entry.answer !== undefined) bytes -= bytesOf(entry.answer.body);
    entry.answer = undefined;
    entry.value = undefined;
    entry.isSteady = false;
  };

  const fill = (entry: Entry, answer: RestResponse, value: unknown): void => {
    if (answer.mustBeReadAgain === true || !hasRoom(bytesOf(answer.body))) return;
    bytes += bytesOf(answer.body);
    entry.answer = answer;
    entry.value = value;
  };

  const add = (tenantKey: string, path: string): Entry | undefined => {
    if (!hasRoom(bytesOf(path) + entryBytes)) return undefined;
    bytes += bytesOf(path) + entryBytes;
    const entry = new Entry();
    const entries = tenants.get(tenantKey) ?? new Map<string, Entry>();
    tenants.set(tenantKey, entries.set(path, entry));
    if (timer === undefined) forgetAfter(periodMs);
    return entry;
  };

  const forgetAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(forget, milliseconds).unref();
  };

  const forget = (): void => {
    timer = undefined;
    isTight = false;
    for (const [tenantKey, entries] of tenants) {
      for (const [path, entry] of entries) {
        if (entry.isMet) entry.isMet = false;
        else {
          empty(entry);
          entries.delete(path);
          bytes -= bytesOf(path) + entryBytes;
        }
      }
      if (entries.size === 0) tenants.delete(tenantKey);
    }
    if (tenants.size > 0) forgetAfter(periodMs);
  };

  return {
    read<T>(tenantKey: string, path: string, answer: RestResponse, read: () => T): T {
      const known = tenants.get(tenantKey)?.get(path);
      if (known === undefined) {
        const value = read();
        const entry = add(tenantKey, path);
        if (entry !== undefined) fill(entry, answer, value);
        return value;
      }
      if (known.answer !== undefined && isSame(known.answer, answer)) {
        known.isSteady = true;
        known.isMet = true;
        // A path belongs to one REST operation, whose answers are read to values of one type.
        return known.value as T;
      }
      const wasSteady = known.isSteady;
      empty(known);
      const value = read();
      if (wasSteady) fill(known, answer, value);
      return value;
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      isTight = false;
      tenants.clear();
      bytes = 0;
    },
  };
}

const bytesOf = (text: string): number => 2 * text.length;

const isSame = (known: RestResponse, { status, contentType, body }: RestResponse): boolean =>
  known.mustBeReadAgain !== true &&
  known.status === status &&
  known.contentType === contentType &&
  known.body === body;

import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../base/json.js';

/** What a shared value is of. Values of two kinds never meet, whatever their names. */
export type SharedKind = 'document' | 'facts' | 'response' | 'session' | 'poll';

/** Channels that every process listens to, or one for each poll. */
export type Channel = 'cool-down' | 'refusal' | 'scope' | 'session' | `poll ${string}`;

/** Takes a message; `leftMs` is how long it still holds. */
export type MessageListener = (message: string, leftMs: number) => void;

/**
 * What a store has, and the milliseconds for which it still holds: they tell its age, whatever the
 * clocks of two machines say.
 */
export interface Held<T = string> {
  readonly value: T;
  readonly leftMs: number;
}

/**
 * What the processes of a fleet share; a process without one has `Alone`. Nothing here is needed:
 * no call rejects, none takes longer than 50 ms, and where the store is away they do nothing at
 * once. Names and values may hold secrets: the store sees keyed hashes of names, and encrypted
 * values.
 */
export interface SharedState {
  /** Whether there is no other process, so that work for others can be saved. */
  readonly isAlone: boolean;
  /**
   * For keyed hashes that never leave the process: the same credential has the same one in each
   * process.
   */
  readonly secret: string;
  /**
   * Values in one round trip, in the order of their names; undefined for each that is not there, or
   * cannot be read now.
   */
  readAll(kind: SharedKind, names: readonly string[]): Promise<readonly (Held | undefined)[]>;
  write(kind: SharedKind, name: string, value: string, holdMs: number): void;
  remove(kind: SharedKind, name: string): void;
  /**
   * Takes a lease for this process, extends its own, or gives it up with 0 ms.
   *
   * @returns undefined where nobody can tell now
   */
  lease(kind: SharedKind, name: string, holdMs: number): Promise<boolean | undefined>;
  /**
   * Sends a message to the other processes.
   *
   * @param holdMs for which it also reaches those who begin to listen later
   */
  announce(channel: Channel, message: string, holdMs: number): void;
  /** Listens to the other processes, and to what of theirs still holds. @returns how to stop */
  listen(channel: Channel, listener: MessageListener): () => void;
}

export type ValueState = Pick<SharedState, 'isAlone' | 'readAll' | 'write' | 'remove'>;

export interface SharedValueOptions<T> {
  readonly kind: SharedKind;
  /**
   * Reads the text of a value. One that does not fit is none: another release may have written it.
   */
  readonly schema: z.ZodType<T, string>;
  readonly holdMs: number;
  /** Milliseconds between two writes of one name. */
  readonly pauseMs: number;
  /** The same for a text that is in the store already; undefined where texts are not compared. */
  readonly repeatMs?: number;
  /**
   * Bytes that this process keeps in the store, two for each character; the values that it wrote
   * first leave it.
   */
  readonly maxBytes?: number;
  /** Bytes that this process writes in `pauseMs`: invented values must not fill the store. */
  readonly maxBytesPerPause?: number;
  readonly now?: (() => number) | undefined;
}

/** What this process knows to be in the store. */
interface Written {
  /** Since when the value holds. */
  readonly at: number;
  /** When this process wrote it; -Infinity where another one did. */
  readonly writtenAt: number;
  /** Undefined where texts are not compared. */
  readonly text: string | undefined;
  readonly bytes: number;
}

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 1000;

/** Bytes of the values whose last write is remembered. To forget one costs a write. */
const maxRememberedBytes = 16 * 1024 * 1024;

/** The schema of a value that is kept as JSON. */
export const jsonText = <T>(schema: z.ZodType<T>): z.ZodType<T, string> =>
  z.preprocess(parseJson, schema);

/**
 * Values of one kind that processes share, by their names: read, checked, and written no more often
 * than is of use.
 */
export class SharedValue<T> {
  /** By the name; what was written first leaves first. */
  private readonly written: LRUCache<string, Written>;
  private pauseBeganAt = -Infinity;
  private bytesInPause = 0;
  private readonly now: () => number;

  constructor(
    private readonly shared: ValueState,
    private readonly options: SharedValueOptions<T>,
  ) {
    const { kind, holdMs, maxBytes, now = () => performance.now() } = options;
    this.now = now;
    this.written = new LRUCache({
      // To the cache, 0 would be no bound; nothing fits into 1 either.
      maxSize: Math.max(1, maxBytes ?? maxRememberedBytes),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ at }, name, reason) => {
        if (reason === 'evict' && maxBytes !== undefined && now() - at < holdMs) {
          shared.remove(kind, name);
        }
      },
    });
  }

  /** Whether no other process writes or reads them. */
  get isAlone(): boolean {
    return this.shared.isAlone;
  }

  async readAll(names: readonly string[]): Promise<readonly (Held<T> | undefined)[]> {
    const { kind, schema, repeatMs } = this.options;
    const isCompared = repeatMs !== undefined;
    const askedAt = this.now();
    const found = await this.shared.readAll(kind, names);
    return found.map((held, index) => {
      const name = names[index] ?? '';
      if (isCompared) this.written.delete(name);
      if (held === undefined) return undefined;
      const read = schema.safeParse(held.value);
      if (!read.success) return undefined;
      if (isCompared) this.noteFound(name, held, askedAt);
      return { value: read.data, leftMs: held.leftMs };
    });
  }

  async read(name: string): Promise<T | undefined> {
    const [held] = await this.readAll([name]);
    return held?.value;
  }

  /**
   * Writes a value, unless it was written a moment ago: a text as it is, any other as JSON.
   *
   * @param at since when it holds
   */
  write(name: string, value: T, at = this.now()): void {
    // Nobody will read it, so it is neither printed nor remembered.
    if (this.isAlone) return;
    const { kind, holdMs, repeatMs, maxBytes = Infinity } = this.options;
    const writtenAt = this.now();
    const leftMs = holdMs - (writtenAt - at);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (leftMs <= 0 || !this.isNews(name, text, at)) return;
    const bytes = entrySize(name, text);
    if (bytes > maxBytes || !this.fitsPause(bytes)) return;
    this.written.set(name, {
      at,
      writtenAt,
      text: repeatMs === undefined ? undefined : text,
      bytes,
    });
    this.shared.write(kind, name, text, leftMs);
  }

  remove(name: string): void {
    this.written.delete(name);
    this.shared.remove(this.options.kind, name);
  }

  /** Takes note of what another process has written. */
  private noteFound(name: string, { value: text, leftMs }: Held, askedAt: number): void {
    const at = askedAt - Math.max(0, this.options.holdMs - leftMs);
    const bytes = entrySize(name, text);
    this.written.set(name, { at, writtenAt: -Infinity, text, bytes });
  }

  private isNews(name: string, text: string, at: number): boolean {
    const { pauseMs, repeatMs = pauseMs } = this.options;
    const last = this.written.peek(name);
    if (last === undefined || at - last.at >= repeatMs) return true;
    if (at < last.at || this.now() - last.writtenAt < pauseMs) return false;
    return last.text !== undefined && last.text !== text;
  }

  private fitsPause(bytes: number): boolean {
    const { pauseMs, maxBytesPerPause = Infinity } = this.options;
    const now = this.now();
    if (now - this.pauseBeganAt >= pauseMs) {
      this.pauseBeganAt = now;
      this.bytesInPause = 0;
    }
    if (this.bytesInPause + bytes > maxBytesPerPause) return false;
    this.bytesInPause += bytes;
    return true;
  }
}

const entrySize = (name: string, text: string): number =>
  2 * text.length + 4 * name.length + entryBytes;

import { type Answer, Entry } from '../../../src/dashboard/data/entry.js';
import { Freshness } from '../../../src/dashboard/data/freshness.js';
import type { FreshnessWorld, StreamListener } from '../../../src/dashboard/data/stream.js';
import type { ReadError } from '../../../src/dashboard/error/read-error.js';

export interface FakeStream extends StreamListener {
  readonly entry: Entry;
  readonly everySeconds: number;
  isClosed: boolean;
}

export interface FakeRead {
  readonly name: string;
  readonly maxAgeSeconds: number;
  readonly answer: (answer: Answer<unknown>) => void;
  isCancelled: boolean;
}

const start = Date.UTC(2026, 0, 1);

/** A tab with a clock, timers, streams and a server of its own. */
export class FakeWorld implements FreshnessWorld {
  time = start;
  visible = true;
  stored = 15;
  readonly streams: FakeStream[] = [];
  readonly reads: FakeRead[] = [];
  private readonly timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  private listener: () => void = () => undefined;

  readonly now = (): number => this.time;
  readonly isVisible = (): boolean => this.visible;
  readonly readChoice = (): number => this.stored;
  readonly writeChoice = (seconds: number): void => void (this.stored = seconds);

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, callback };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  readonly onLook = (listener: () => void): (() => void) => {
    this.listener = listener;
    return () => (this.listener = () => undefined);
  };

  readonly openStream: FreshnessWorld['openStream'] = (entry, everySeconds, listener) => {
    const stream: FakeStream = { ...listener, entry, everySeconds, isClosed: false };
    this.streams.push(stream);
    return () => void (stream.isClosed = true);
  };

  /** Shows or hides the tab, or only focuses it. */
  look(visible = true): void {
    this.visible = visible;
    this.listener();
  }

  /** Lets time pass; timers fire in their order. */
  pass(seconds: number): void {
    const end = this.time + 1000 * seconds;
    for (;;) {
      const due = [...this.timers]
        .filter(({ at }) => at <= end)
        .sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.timers.delete(due);
      this.time = Math.max(this.time, due.at);
      due.callback();
    }
    this.time = end;
  }

  entry(name: string): Entry {
    return new Entry({
      document: { kind: 'Document', definitions: [] } as never,
      variables: { name },
      send: (maxAgeSeconds, answer) => {
        const read: FakeRead = { name, maxAgeSeconds, answer, isCancelled: false };
        this.reads.push(read);
        return () => void (read.isCancelled = true);
      },
      changed: () => undefined,
      accepted: () => undefined,
    });
  }

  /** The reads since the last call, as `name≤maxAge`. */
  sent(): string[] {
    return this.reads.splice(0).map(({ name, maxAgeSeconds }) => `${name}≤${maxAgeSeconds}`);
  }

  good(value: unknown, requests = 1): Answer<unknown> {
    return { data: { value }, errors: [], asOf: this.time, cost: { requests, limit: 250 } };
  }
}

export const bad = (code: string, more: Partial<ReadError> = {}): Answer<unknown> => ({
  data: undefined,
  errors: [{ code, message: code, path: [], ...more }],
  asOf: undefined,
  cost: undefined,
});

/** A page with a watched operation and another one, both known since just now. */
export function openPage(world = new FakeWorld(), requests = 1) {
  const freshness = new Freshness(world);
  const close = freshness.open();
  const [watched, other] = [world.entry('watched'), world.entry('other')];
  freshness.keep(watched, 'watched');
  freshness.keep(other, 'kept');
  watched.accept(world.good(1, requests));
  other.accept(world.good(1));
  world.pass(0.1);
  return { world, freshness, watched, other, close };
}

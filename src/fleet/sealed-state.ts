import { randomUUID } from 'node:crypto';
import type { Channel, Held, Listener, SharedKind, SharedState } from '../tenant/shared-state.js';
import { Breaker, type FleetObserver } from './breaker.js';
import type { Seal } from './seal.js';
import type { Store } from './store.js';

/** Shares state through a store that sees neither names nor values, and that may fail at any time. */
export class SealedState implements SharedState {
  private readonly breaker: Breaker;
  /** This process. */
  private readonly self = randomUUID();

  /** @param seals the first one closes; each may open, so that a secret can be replaced while the fleet runs */
  constructor(
    private readonly store: Store,
    private readonly seals: readonly [Seal, ...Seal[]],
    private readonly observer: FleetObserver,
  ) {
    this.breaker = new Breaker(() => store.ping(), observer);
    store.onConnect(() => void this.breaker.probe());
  }

  /** One round trip for all secrets: each would have 50 ms of its own. */
  async readAll(kind: SharedKind, names: readonly string[]): Promise<readonly (Held | undefined)[]> {
    const { store, breaker, seals } = this;
    const places = seals.flatMap((seal) => names.map((name) => keyOf(seal, kind, name)));
    const found = (await breaker.ask('get', () => store.getAll(places))) ?? [];
    return names.map((_name, index) => {
      for (const [nth, seal] of seals.entries()) {
        const at = nth * names.length + index;
        const held = found[at];
        const value = held && seal.open(held.value, places[at] ?? '');
        if (held !== undefined && value !== undefined) return { value, leftMs: held.leftMs };
      }
      return undefined;
    });
  }

  write(kind: SharedKind, name: string, value: string, holdMs: number): void {
    const place = keyOf(this.seals[0], kind, name);
    void this.breaker.ask('set', () =>
      this.store.set(place, this.seals[0].close(value, place), wholeMs(holdMs)),
    );
  }

  remove(kind: SharedKind, name: string): void {
    for (const seal of this.seals)
      void this.breaker.ask('delete', () => this.store.delete(keyOf(seal, kind, name)));
  }

  lease(kind: SharedKind, name: string, holdMs: number): Promise<boolean | undefined> {
    const key = keyOf(this.seals[0], kind, name);
    return this.breaker.ask('lease', () => this.store.lease(key, this.self, wholeMs(holdMs)));
  }

  release(kind: SharedKind, name: string): void {
    void this.breaker.ask('release', () => this.store.release(keyOf(this.seals[0], kind, name), this.self));
  }

  announce(channel: Channel, message: string, holdMs: number): void {
    const [seal] = this.seals;
    const place = keyOf(seal, 'channel', channel);
    const sealed = seal.close(`${this.self} ${message}`, place);
    this.observer.messaged('sent');
    void this.breaker.ask('announce', () =>
      this.store.announce(place, sealed, holdMs === 0 ? 0 : wholeMs(holdMs)),
    );
  }

  listen(channel: Channel, listener: Listener): () => void {
    const { store, seals, observer, self } = this;
    const stops = seals.map((seal) => {
      const place = keyOf(seal, 'channel', channel);
      return store.listen(place, (sealed, leftMs) => {
        const text = seal.open(sealed, place);
        if (text === undefined || text.startsWith(`${self} `)) return;
        observer.messaged('received');
        listener(text.slice(text.indexOf(' ') + 1), leftMs);
      });
    });
    return () => {
      for (const stop of stops) stop();
    };
  }

  close(): void {
    this.breaker.end();
    this.store.close();
  }
}

const keyOf = (seal: Seal, kind: SharedKind | 'channel', name: string): string =>
  `partner-graphql:${kind}:${seal.keyOf(`${kind} ${name}`)}`;

/** Stores take whole milliseconds, at least one. */
const wholeMs = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds));

/** What several replicas share through Redis (docs/operation.md, "Several replicas"). */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config.js';
import { Alone } from '../../shared/alone.js';
import type {
  Channel,
  Held,
  MessageListener,
  SharedKind,
  SharedState,
} from '../../shared/shared-state.js';
import { RedisStore } from './redis-store.js';
import { createSeal, type Seal } from './seal.js';
import { Breaker } from './breaker.js';
import type { FleetObserver, Store } from './store.js';
import { maxTextBytes, sealedLength } from './text-size.js';

/** A store of the program itself. */
export interface FleetSource {
  readonly store: Store;
  /** What it is, in the words of the log. */
  readonly name?: string;
  /** The first one closes; each may open, so that a secret can be replaced while the fleet runs. */
  readonly secrets: readonly [string, ...string[]];
}

type FleetSettings = Pick<Settings, 'PARTNER_API_URL' | 'REDIS_URL' | 'FLEET_SECRET'>;

/**
 * Joins the fleet, if there is one.
 *
 * @param source used where REDIS_URL names no store; undefined where this process is alone then
 */
export function openFleet(
  { PARTNER_API_URL = '', REDIS_URL, FLEET_SECRET: secrets }: FleetSettings,
  source: FleetSource | undefined,
  observe: (store: string) => FleetObserver,
): SealedState | Alone {
  const opened =
    REDIS_URL && secrets ? { store: new RedisStore(REDIS_URL), secrets, name: 'Redis' } : source;
  if (opened === undefined) return new Alone();
  const { store, name = 'the shared store' } = opened;
  const [first, ...others] = opened.secrets;
  const toSeal = (secret: string): Seal => createSeal(secret, PARTNER_API_URL);
  return new SealedState(store, [toSeal(first), ...others.map(toSeal)], observe(name));
}

/**
 * Shares state through a store that sees neither names nor values, and that may fail at any time.
 */
export class SealedState implements SharedState {
  readonly isAlone = false;
  readonly secret: string;
  private readonly breaker: Breaker;
  /** This process. */
  private readonly self = randomUUID();

  /**
   * @param seals the first one closes; each may open, so that a secret can be replaced while the
   *   fleet runs
   */
  constructor(
    private readonly store: Store,
    private readonly seals: readonly [Seal, ...Seal[]],
    private readonly observer: FleetObserver,
  ) {
    this.secret = seals[0].inner;
    this.breaker = new Breaker(() => store.getAll([], 0), observer);
    store.onConnect(() => void this.breaker.probe());
  }

  /** One round trip for all secrets: each would have 50 ms of its own. */
  async readAll(
    kind: SharedKind,
    names: readonly string[],
  ): Promise<readonly (Held | undefined)[]> {
    const { store, breaker, seals } = this;
    const places = seals.flatMap((seal) => names.map((name) => seal.keyOf(kind, name)));
    const maxLength = sealedLength(maxTextBytes[kind]);
    const found = (await breaker.ask('get', () => store.getAll(places, maxLength))) ?? [];
    return names.map((_name, index) => {
      for (const [nth, seal] of seals.entries()) {
        const at = nth * names.length + index;
        const held = found[at];
        // A store of another program may read what is longer.
        if (held === undefined || held.value.length > maxLength) continue;
        const value = seal.open(held.value, places[at] ?? '');
        if (value !== undefined) return { value, leftMs: held.leftMs };
      }
      return undefined;
    });
  }

  write(kind: SharedKind, name: string, value: string, holdMs: number): void {
    if (Buffer.byteLength(value) > maxTextBytes[kind]) return;
    const place = this.seals[0].keyOf(kind, name);
    void this.breaker.ask('set', () => {
      const sealed = this.seals[0].close(value, place);
      return this.store.set(place, sealed, Math.ceil(holdMs));
    });
  }

  remove(kind: SharedKind, name: string): void {
    for (const seal of this.seals) {
      void this.breaker.ask('delete', () => this.store.delete(seal.keyOf(kind, name)));
    }
  }

  lease(kind: SharedKind, name: string, holdMs: number): Promise<boolean | undefined> {
    const key = this.seals[0].keyOf(kind, name);
    const command = holdMs === 0 ? 'release' : 'lease';
    return this.breaker.ask(command, () => this.store.lease(key, this.self, Math.ceil(holdMs)));
  }

  announce(channel: Channel, message: string, holdMs: number): void {
    const [seal] = this.seals;
    const place = seal.keyOf('channel', channel);
    const text = `${this.self} ${message}`;
    if (Buffer.byteLength(text) > maxTextBytes.message) return;
    const sealed = seal.close(text, place);
    this.observer.messaged('sent');
    void this.breaker.ask('announce', () => this.store.announce(place, sealed, Math.ceil(holdMs)));
  }

  listen(channel: Channel, listener: MessageListener): () => void {
    const { store, seals, observer, self } = this;
    const stops = seals.map((seal) => {
      const place = seal.keyOf('channel', channel);
      return store.listen(place, (sealed, leftMs) => {
        if (sealed.length > sealedLength(maxTextBytes.message)) return;
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

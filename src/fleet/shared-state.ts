import { randomUUID } from 'node:crypto';
import type { Channel, Held, SharedKind, SharedState } from '../tenant/shared-state.js';
import { type Breaker, createBreaker, type FleetObserver } from './breaker.js';
import type { Seal } from './seal.js';
import type { Store } from './store.js';

interface State {
  readonly store: Store;
  readonly breaker: Breaker;
  /** The first one closes; each may open, so that a secret can be replaced while the fleet runs. */
  readonly seals: readonly [Seal, ...Seal[]];
  readonly observer: FleetObserver;
  /** This process. */
  readonly self: string;
}

/** Shares state through a store that sees neither names nor values, and that may fail at any time. */
export function openSharedState(
  store: Store,
  seals: readonly [Seal, ...Seal[]],
  observer: FleetObserver,
): SharedState & { readonly close: () => void } {
  const breaker = createBreaker(() => store.ping(), observer);
  store.onConnect(breaker.probe);
  const state: State = { store, breaker, seals, observer, self: randomUUID() };
  const key = (kind: SharedKind, name: string): string => keyOf(seals[0], kind, name);
  return {
    read: async (kind, name) => (await readAll(state, kind, [name]))[0]?.value,
    readAll: (kind, names) => readAll(state, kind, names),
    write(kind, name, value, holdMs) {
      const place = key(kind, name);
      void breaker.ask('set', () => store.set(place, seals[0].close(value, place), wholeMs(holdMs)));
    },
    remove(kind, name) {
      for (const seal of seals) void breaker.ask('delete', () => store.delete(keyOf(seal, kind, name)));
    },
    lease: (kind, name, holdMs) =>
      breaker.ask('lease', () => store.lease(key(kind, name), state.self, wholeMs(holdMs))),
    release(kind, name) {
      void breaker.ask('release', () => store.release(key(kind, name), state.self));
    },
    announce: (channel, message, holdMs) => announce(state, channel, message, holdMs),
    listen: (channel, listener) => listen(state, channel, listener),
    close() {
      breaker.close();
      store.close();
    },
  };
}

const keyOf = (seal: Seal, kind: SharedKind, name: string): string =>
  `partner-graphql:${kind}:${seal.keyOf(`${kind} ${name}`)}`;

const channelOf = (seal: Seal, channel: Channel): string =>
  `partner-graphql:channel:${seal.keyOf(`channel ${channel}`)}`;

/** Stores take whole milliseconds, at least one. */
const wholeMs = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds));

/** One round trip for all secrets: each would have 50 ms of its own. */
async function readAll(
  { store, breaker, seals }: State,
  kind: SharedKind,
  names: readonly string[],
): Promise<readonly (Held | undefined)[]> {
  const places = seals.flatMap((seal) => names.map((name) => keyOf(seal, kind, name)));
  const held = (await breaker.ask('get', () => store.getAll(places))) ?? [];
  return names.map((_name, index) => {
    for (const [nth, seal] of seals.entries()) {
      const at = nth * names.length + index;
      const sealed = held[at];
      const value = sealed && seal.open(sealed.value, places[at] ?? '');
      if (sealed !== undefined && value !== undefined) return { value, leftMs: sealed.leftMs };
    }
    return undefined;
  });
}

function announce(
  { store, breaker, seals, observer, self }: State,
  channel: Channel,
  message: string,
  holdMs: number,
): void {
  const place = channelOf(seals[0], channel);
  const sealed = seals[0].close(`${self} ${message}`, place);
  observer.messaged('sent');
  void breaker.ask('announce', () => store.announce(place, sealed, holdMs === 0 ? 0 : wholeMs(holdMs)));
}

function listen(
  { store, seals, observer, self }: State,
  channel: Channel,
  listener: (message: string, leftMs: number) => void,
): () => void {
  const stops = seals.map((seal) => {
    const place = channelOf(seal, channel);
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

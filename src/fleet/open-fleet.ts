import type { Fleet } from '../tenant/shared-state.js';
import type { FleetObserver } from './breaker.js';
import { RedisStore } from './redis-store.js';
import { createSeal, type Seal } from './seal.js';
import { SealedState } from './sealed-state.js';
import type { Store } from './store.js';

/** The settings of a fleet, by their names. */
export interface FleetSettings {
  readonly PARTNER_API_URL?: string | undefined;
  readonly REDIS_URL?: string | undefined;
  readonly FLEET_SECRET?: readonly [string, ...string[]] | undefined;
}

/** A store of the program itself. */
export interface FleetSource {
  readonly store: Store;
  readonly secret: string;
}

export interface FleetParts {
  /** Used where REDIS_URL names no store. */
  readonly source: FleetSource | undefined;
  /** Registers the metrics. */
  readonly observe: () => FleetObserver;
  /** The store can be used again, or cannot. */
  readonly changed: (isUp: boolean) => void;
}

/** Joins the fleet; undefined where this process is alone. */
export function openFleet(
  settings: FleetSettings,
  { source, observe, changed }: FleetParts,
): (Fleet & { readonly close: () => void }) | undefined {
  const { PARTNER_API_URL = '', REDIS_URL, FLEET_SECRET: secrets } = settings;
  const seal = (secret: string): Seal => createSeal(secret, PARTNER_API_URL);
  if (REDIS_URL !== undefined && secrets !== undefined) {
    const [first, ...others] = secrets;
    return join(new RedisStore(REDIS_URL), [seal(first), ...others.map(seal)], observe(), changed);
  }
  return source && join(source.store, [seal(source.secret)], observe(), changed);
}

function join(
  store: Store,
  seals: readonly [Seal, ...Seal[]],
  observer: FleetObserver,
  changed: (isUp: boolean) => void,
): Fleet & { readonly close: () => void } {
  const shared = new SealedState(store, seals, {
    ...observer,
    changed(isUp) {
      observer.changed(isUp);
      changed(isUp);
    },
  });
  return { shared, secret: seals[0].inner, close: () => shared.close() };
}

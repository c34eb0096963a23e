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

/**
 * Joins the fleet; undefined where this process is alone.
 *
 * @param source used where REDIS_URL names no store
 * @param observe registers the metrics
 */
export function openFleet(
  { PARTNER_API_URL = '', REDIS_URL, FLEET_SECRET }: FleetSettings,
  source: FleetSource | undefined,
  observe: () => FleetObserver,
): (Fleet & { readonly close: () => void }) | undefined {
  const opened =
    REDIS_URL !== undefined && FLEET_SECRET !== undefined
      ? { store: new RedisStore(REDIS_URL), secrets: FLEET_SECRET }
      : source && { store: source.store, secrets: [source.secret] as const };
  if (opened === undefined) return undefined;
  const seal = (secret: string): Seal => createSeal(secret, PARTNER_API_URL);
  const [first, ...others] = opened.secrets;
  const closing = seal(first);
  const shared = new SealedState(opened.store, [closing, ...others.map(seal)], observe());
  return { shared, secret: closing.inner, close: () => shared.close() };
}

import { createContext, use, useSyncExternalStore } from 'react';
import type { Freshness } from './freshness.js';
import type { FreshnessSign } from './freshness-sign.js';

/** What keeps the page of this session up to date. */
export const FreshnessContext = createContext<Freshness | undefined>(undefined);

export function useFreshness(): Freshness {
  const freshness = use(FreshnessContext);
  if (freshness === undefined) throw new Error('Only a signed-in page is kept up to date.');
  return freshness;
}

export function useFreshnessSign(): FreshnessSign {
  const { sign } = useFreshness();
  return useSyncExternalStore(sign.subscribe, sign.get);
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from '../data/use-view.js';
import type { Entry } from '../data/view-store.js';
import { organizationName } from '../data/organization.js';

/**
 * The operations that the page shows now, those of the view before that of the header. It renders again every second: ages
 * grow, and a subscription to an entry would keep it on the page after its view has gone.
 */
export function useShownOperations(): readonly Entry[] {
  const store = useStore();
  const shown = useSyncExternalStore(store.subscribe, store.shown);
  useEverySecond();
  const isOfHeader = ({ document }: Entry): boolean => document === organizationName;
  return [...shown.filter((entry) => !isOfHeader(entry)), ...shown.filter(isOfHeader)];
}

function useEverySecond(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}

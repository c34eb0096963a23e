import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { Entry, Snapshot } from './entry.js';
import type { FreshnessSign } from './freshness-sign.js';
import type { Freshness } from './freshness.js';
import type { Role } from './kept-entries.js';
import { usePublished } from './published.js';
import type { ViewStore } from './view-store.js';

/** What this session has read. */
export const StoreContext = createContext<ViewStore | undefined>(undefined);

export function useStore(): ViewStore {
  const store = use(StoreContext);
  if (store === undefined) throw new Error('Only a signed-in page reads.');
  return store;
}

/** What keeps the page of this session up to date. */
export const FreshnessContext = createContext<Freshness | undefined>(undefined);

export function useFreshness(): Freshness {
  const freshness = use(FreshnessContext);
  if (freshness === undefined) throw new Error('Only a signed-in page is kept up to date.');
  return freshness;
}

export const useFreshnessSign = (): FreshnessSign => usePublished(useFreshness().sign);

export interface View<Data> extends Snapshot<Data> {
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  /** Asks the Partner API again for everything on the page, unless the quota is spent. */
  readonly refresh: () => void;
}

interface ViewOptions {
  /** Sends nothing. */
  readonly pause?: boolean;
  /** The operation that tells of changes: the others of the page follow it. */
  readonly watch?: boolean;
  /** Reads it once in a session: it hardly ever changes. */
  readonly once?: boolean;
}

/** Seconds. What was read so shortly before will do for a view that opens. */
export const openMaxAge = 60;

/** Runs an operation for a view, and again as the page's freshness asks. */
export function useView<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, watch = false, once = false }: ViewOptions = {},
): View<Data> {
  const freshness = useFreshness();
  const entry = useStore().entry(document, variables);
  const snapshot = usePublished(entry);
  const role = watch ? 'watched' : once ? 'once' : 'kept';
  useEffect(() => (pause ? undefined : open(freshness, entry, role)), [entry, freshness, pause, role]);
  return {
    ...snapshot,
    isLoading: snapshot.data === undefined && snapshot.errors.length === 0,
    refresh: freshness.refresh,
  };
}

/** As `useView` does, for several entries. @param lead the role of the first one */
export function useKeptEntries(entries: readonly Entry[], lead: Role = 'watched'): void {
  const freshness = useFreshness();
  useEffect(() => {
    const leaves = entries.map((entry, at) => open(freshness, entry, at === 0 ? lead : 'kept'));
    return () => leaves.forEach((leave) => leave());
  }, [entries, freshness, lead]);
}

/** Reads an entry that is not known or no longer new, and keeps it up to date. */
function open(freshness: Freshness, entry: Entry, role: Role): () => void {
  const { asOf } = entry.get();
  const { everySeconds } = freshness.sign.get();
  const isOld = asOf !== undefined && Date.now() - asOf > 1000 * everySeconds;
  if (asOf === undefined || (isOld && role !== 'once')) entry.read(openMaxAge);
  return freshness.keep(entry, role);
}

/**
 * Reads an entry that nothing keeps up to date, and waits for its answer.
 *
 * @param maxAgeSeconds responses of the Partner API up to this age will do; 0 for fresh ones
 * @param signal stops the operation; the promise then never resolves
 */
export function readEntry(entry: Entry, maxAgeSeconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = entry.subscribe(() => {
      if (entry.get().isBusy) return;
      leave();
      resolve();
    });
    signal.addEventListener('abort', leave, { once: true });
    entry.read(maxAgeSeconds);
  });
}

/** The snapshots of several entries, in their order. @param entries the same array as long as its members are the same */
export function useSnapshots<Data>(entries: readonly Entry<Data>[]): readonly Snapshot<Data>[] {
  const { subscribe, get } = useMemo(() => {
    let last: readonly Snapshot<Data>[] = [];
    return {
      subscribe: (listener: () => void) => {
        const leaves = entries.map((entry) => entry.subscribe(listener));
        return () => leaves.forEach((leave) => leave());
      },
      get: () => {
        const next = entries.map((entry) => entry.get());
        if (next.length !== last.length || next.some((snapshot, at) => snapshot !== last[at])) last = next;
        return last;
      },
    };
  }, [entries]);
  return useSyncExternalStore(subscribe, get);
}

/** The last value that was known: what a new operation has not read yet stays as it was. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}

/** An operation that runs only when it is asked to: nothing keeps its result up to date. */
export function useOnDemand<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): readonly [Snapshot<Data>, (maxAgeSeconds: number) => void] {
  const entry = useStore().entry(document, variables);
  return [usePublished(entry), entry.read];
}

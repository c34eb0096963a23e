import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { ReadError } from '../error/read-error.js';
import { openMaxAge } from './client.js';
import type { Download } from './download.js';
import type { Entry, Snapshot } from './entry.js';
import type { FreshnessSign } from './freshness-sign.js';
import type { Freshness } from './freshness.js';
import type { Role } from './kept-entries.js';
import { usePublished } from './published.js';
import type { Scope, Scopes, ViewStore } from './view-store.js';

/** What the views of a session read with. */
interface Reader {
  readonly scopes: Scopes;
  readonly store: ViewStore;
  readonly freshness: Freshness;
  readonly download: Download;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

function useReader(): Reader {
  const reader = use(ReaderContext);
  if (reader === undefined) throw new Error('Only a signed-in page reads.');
  return reader;
}

/** What this session has read. */
export const useStore = (): ViewStore => useReader().store;

/** Saves lists of this session as files. */
export const useDownload = (): Download => useReader().download;

/** What keeps the page of this session up to date. */
export const useFreshness = (): Freshness => useReader().freshness;

export const useFreshnessSign = (): FreshnessSign => usePublished(useFreshness().sign);

/** Whether a view may ask for what needs a scope: what is refused once is not asked again. */
export function useCanRead(scope: Scope): boolean {
  const { known, refused } = useReader().scopes;
  return !usePublished(refused).has(scope) && (known?.includes(scope) ?? true);
}

/** What the frame of a view shows of its reading. */
export interface Reading {
  readonly errors: readonly ReadError[];
  readonly isBusy: boolean;
  /** Asks the Partner API again for everything on the page, unless the quota is spent. */
  readonly refresh: () => void;
}

export interface View<Data> extends Snapshot<Data>, Reading {
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  /** Sends this operation alone. @param maxAgeSeconds as `Entry.read` has it */
  readonly read: (maxAgeSeconds: number) => void;
}

interface ViewOptions {
  /** Sends nothing by itself. */
  readonly pause?: boolean;
  /** The operation that tells of changes: the others of the page follow it. */
  readonly watch?: boolean;
  /** Reads it once in a session: it hardly ever changes. */
  readonly once?: boolean;
}

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
  useEffect(
    () => (pause ? undefined : open(freshness, entry, role)),
    [entry, freshness, pause, role],
  );
  return {
    ...snapshot,
    isLoading: snapshot.data === undefined && snapshot.errors.length === 0,
    refresh: freshness.refresh,
    read: entry.read,
  };
}

/**
 * What is known of an operation with several sets of variables, such as the pages of a list; reads
 * nothing.
 */
export function useRuns<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: readonly Variables[],
) {
  const store = useStore();
  const key = JSON.stringify(variables);
  const entries = useMemo(
    () => variables.map((each) => store.entry(document, each)),
    [store, document, key],
  );
  const snapshots = useSnapshots(entries);
  return {
    /** The same array as long as the variables are the same. */
    entries,
    snapshots,
    errors: snapshots.flatMap(({ errors }) => errors),
    isBusy: snapshots.some(({ isBusy }) => isBusy),
    refresh: () => entries.forEach((entry) => entry.read(0)),
  };
}

/** Reads entries as `useView` does. @param lead the role of the first one */
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

/** The snapshots of entries, in their order. */
function useSnapshots<Data>(entries: readonly Entry<Data>[]): readonly Snapshot<Data>[] {
  const { subscribe, get } = useMemo(() => {
    let last: readonly Snapshot<Data>[] = [];
    return {
      subscribe: (listener: () => void) => {
        const leaves = entries.map((entry) => entry.subscribe(listener));
        return () => leaves.forEach((leave) => leave());
      },
      get: () => {
        const next = entries.map((entry) => entry.get());
        if (next.length !== last.length || next.some((snapshot, at) => snapshot !== last[at]))
          last = next;
        return last;
      },
    };
  }, [entries]);
  return useSyncExternalStore(subscribe, get);
}

/** The last value that was known: what a new operation has not read yet stays as it was. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

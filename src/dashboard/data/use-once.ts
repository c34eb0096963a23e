import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useStore } from './use-view.js';
import type { Entry, Snapshot } from './view-store.js';

/**
 * Reads an entry that nothing keeps up to date, and waits for its answer.
 *
 * @param maxAgeSeconds responses of the Partner API up to this age will do; 0 for fresh ones
 * @param signal stops the operation; the promise then never resolves
 */
export function readOnce(entry: Entry, maxAgeSeconds: number, signal: AbortSignal): Promise<void> {
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
  return [useSyncExternalStore(entry.subscribe, entry.get), entry.read];
}

import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ListSpec, type ListState, readListState, writeListState } from './list-state.js';

/** Shows another state; `replace` adds no step to the history. */
export type Change = (next: ListState, options?: { readonly replace?: boolean }) => void;

/** The state of the list at this address, and how to change it. */
export function useListState(spec: ListSpec): readonly [ListState, Change] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => readListState(search, spec), [search, spec]);
  const change = useCallback<Change>(
    (next, { replace = false } = {}) => {
      const query = writeListState(next);
      navigate(query === '' ? path : `${path}?${query}`, { replace });
    },
    [navigate, path],
  );
  return [state, change];
}

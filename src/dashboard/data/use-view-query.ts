import { createContext, use, useMemo } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { readErrors, type ReadError } from '../error/read-error.js';

/** The view that a component belongs to, which shows the cost of its operations. */
export const ViewContext = createContext('');

export interface ViewQuery<Data> {
  readonly data: Data | undefined;
  /** All errors of the result; a field's error carries its path and does not affect its siblings. */
  readonly errors: readonly ReadError[];
  /** No data has arrived yet. */
  readonly isLoading: boolean;
  /** A result, or a deferred part of one, is pending. */
  readonly isBusy: boolean;
  /** Sends the operation again and bypasses the cache. */
  readonly retry: () => void;
}

/** Runs an operation for the surrounding view. */
export function useViewQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false } = {},
): ViewQuery<Data> {
  const view = use(ViewContext);
  const context = useMemo(() => ({ view }), [view]);
  const [{ data, error, fetching, hasNext }, execute] = useQuery<Data, Variables>({
    query,
    variables,
    pause,
    context,
  });
  const errors = useMemo(() => readErrors(error), [error]);
  return {
    data,
    errors,
    isLoading: (fetching || pause) && data === undefined,
    isBusy: fetching || hasNext,
    retry: () => execute({ requestPolicy: 'network-only' }),
  };
}

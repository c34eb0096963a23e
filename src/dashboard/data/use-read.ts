import { createContext, use, useMemo } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { readErrors, type ReadError } from '../error/read-error.js';

/** Name of the view that a component belongs to; the cost of its operations is told there. */
export const ViewContext = createContext('');

export interface Read<Data> {
  readonly data: Data | undefined;
  /** Every error of the answer; those of a field carry its path, and leave its siblings standing. */
  readonly errors: readonly ReadError[];
  /** Nothing has come yet. */
  readonly isLoading: boolean;
  /** Something is on its way: the first answer, another one, or deferred parts. */
  readonly isBusy: boolean;
  /** Asks again, past the cache. */
  readonly retry: () => void;
}

/** Reads an operation for the view around it. */
export function useRead<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false } = {},
): Read<Data> {
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

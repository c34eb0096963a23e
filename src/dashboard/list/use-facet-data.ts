import { useRef } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { useView } from '../data/use-view.js';
import { isTooLong } from './too-long.js';

/**
 * What the filters of a list count: of the choice now, or of the last one until that is known. Undefined for a list too long
 * to be counted, because the counts of its first pages would mislead.
 */
export function useFacetData<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Data | undefined {
  const { data, errors } = useView(document, variables);
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return errors.some(isTooLong) ? undefined : last.current;
}

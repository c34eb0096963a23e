import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type FragmentType, isFragmentReady } from '../generated/index.js';
import type { Incremental } from '../generated/graphql.js';

/** A fragment with `@defer`: undefined while it is pending, null when it never arrived. */
export type Deferred<Fragment> = Fragment | null | undefined;

/**
 * The deferred fragment of a record.
 *
 * @param isBusy whether parts of the result may still arrive
 */
export function readDeferred<Query, Variables, Fragment>(
  query: TypedDocumentNode<Query, Variables>,
  fragment: TypedDocumentNode<Fragment>,
  record: FragmentType<TypedDocumentNode<Incremental<Fragment>, unknown>>,
  isBusy: boolean,
): Deferred<FragmentType<TypedDocumentNode<Fragment>>> {
  if (isFragmentReady(query, fragment, record)) return record;
  return isBusy ? undefined : null;
}

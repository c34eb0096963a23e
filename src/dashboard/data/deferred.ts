import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type FragmentType, isFragmentReady } from '../generated/index.js';
import type { Incremental } from '../generated/graphql.js';

/** A part that was asked for with `@defer`: undefined while it is on its way, null where it never came. */
export type Deferred<Fragment> = Fragment | null | undefined;

/**
 * A deferred part of a record.
 *
 * @param isBusy whether parts of the answer may still come
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

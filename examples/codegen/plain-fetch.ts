import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type PartnerError, partnerErrors } from '../../src/client/index.js';

/** Data may be there beside errors: each error tells by its path which field it has cost. */
export interface Answer<Data> {
  readonly data: Data | null;
  readonly errors: readonly PartnerError[];
}

/**
 * A whole client in one function: sends a typed document and gives back its data and its errors.
 *
 * @throws TypeError where there is no connection; SyntaxError where something in between answers
 */
export async function send<Data, Variables>(
  { url, credential }: { readonly url: string; readonly credential: string },
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${credential}`,
    },
    body: JSON.stringify({ query: print(document), variables }),
  });
  // The document's type is the answer's: that is what a typed document promises.
  const result = (await response.json()) as { readonly data?: Data | null };
  return { data: result.data ?? null, errors: partnerErrors(result) };
}

import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { type PartnerError, partnerErrors } from 'partner-graphql/client';

/** Data may come with errors: the path of each error names the field that failed. */
export interface Result<Data> {
  readonly data: Data | null;
  readonly errors: readonly PartnerError[];
}

/**
 * A whole client in one function: sends a typed document and returns its data and its errors.
 *
 * @throws TypeError if there is no connection; SyntaxError if the response is not JSON
 */
export async function send<Data, Variables>(
  { url, credential }: { readonly url: string; readonly credential: string },
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Result<Data>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${credential}`,
    },
    body: JSON.stringify({ query: print(document), variables }),
  });
  // The document's type is the type of its data: that is what a typed document promises.
  const result = (await response.json()) as { readonly data?: Data | null };
  return { data: result.data ?? null, errors: partnerErrors(result) };
}

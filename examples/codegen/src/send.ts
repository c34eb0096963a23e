import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { toe } from 'graphql-toe';
import { dataOf, type PartnerError, ResultError } from 'partner-graphql/client';

/**
 * A whole client in one function: sends a typed document and returns its data. A field that failed
 * throws where it is read; all others can be read.
 *
 * @throws ResultError if the façade refuses the whole request; TypeError if there is no connection;
 *   SyntaxError if the response is not JSON
 */
export async function send<Data extends object, Variables>(
  { url, credential }: { readonly url: string; readonly credential: string },
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
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
  const result = (await response.json()) as {
    readonly data?: Data | null;
    readonly errors?: readonly PartnerError[];
  };
  // It throws the first error.
  if (result.data == null) return dataOf(result);
  // toe throws what it is given: entries of `errors` are plain objects, which have no stack.
  return toe({ data: result.data, errors: result.errors?.map((error) => new ResultError(error)) });
}

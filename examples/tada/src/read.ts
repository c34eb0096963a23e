import type { TadaDocumentNode } from 'gql.tada';
import { print } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { toe } from 'graphql-toe';
import { ResultError } from 'partner-graphql/client';

/**
 * The data of a document. A field that failed throws where it is read; all others can be read.
 *
 * @throws ClientError if the façade refuses the whole request
 */
export async function read<Data extends object, Variables extends object>(
  { url, credential }: { readonly url: string; readonly credential: string },
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const headers = { authorization: `Bearer ${credential}` };
  // The default policy throws data away when there is an error.
  const client = new GraphQLClient(url, { headers, errorPolicy: 'all' });
  const { data, errors } = await client.rawRequest<Data>(print(document), variables);
  // toe throws what it is given: entries of `errors` are plain objects, which have no stack.
  return toe({ data, errors: errors?.map((error) => new ResultError(error)) });
}

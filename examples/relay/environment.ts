import {
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';

/**
 * Relay's environment for the façade. The id that is unique among all types is `nodeId`; `id` is the REST id, which a
 * screen and a playlist may share.
 */
export const createEnvironment = (service: { readonly url: string; readonly credential: string }) =>
  new Environment({
    network: Network.create(fetchFrom(service)),
    store: new Store(new RecordSource()),
    getDataID: ({ nodeId }) => (typeof nodeId === 'string' ? nodeId : undefined),
  });

const fetchFrom =
  ({ url, credential }: { readonly url: string; readonly credential: string }): FetchFunction =>
  async ({ text }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
      body: JSON.stringify({ query: text, variables }),
    });
    // Whatever the status, the body is an answer of GraphQL.
    const answer = (await response.json()) as GraphQLResponse;
    if (response.ok) return answer;
    // Nothing could be read at all: Relay would take it for data whose fields have failed, and throw no error.
    throw new Error(`The façade answered ${response.status}.`, { cause: answer });
  };

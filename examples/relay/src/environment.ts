import {
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';

/**
 * Relay's environment for the façade. `nodeId` is unique among all types; `id` is the REST id, which a screen and a
 * playlist may share.
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
    // The body is a GraphQL response whatever the status.
    const result = (await response.json()) as GraphQLResponse;
    if (response.ok) return result;
    // Relay would take it for data whose fields failed, and throw no error.
    throw new Error(`The façade responded with HTTP ${response.status}.`, { cause: result });
  };

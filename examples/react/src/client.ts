import { ApolloClient, type FieldPolicy, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { keylessTypes, possibleTypes } from 'partner-graphql/client';

/** Apollo Client without a credential: the server that serves the page adds it. */
export function createClient(): ApolloClient {
  const keyless = keylessTypes.map((name) => [name, { keyFields: false, merge: true }] as const);
  const cache = new InMemoryCache({
    possibleTypes,
    typePolicies: { ...Object.fromEntries(keyless), Query: { fields: { screens: pages() } } },
  });
  return new ApolloClient({ cache, link: new HttpLink({ uri: '/graphql' }) });
}

/** Joins the pages of a list. Another filter makes another list, and a page that failed leaves the others as they were. */
function pages(): FieldPolicy {
  const { merge, ...policy } = relayStylePagination(['filter']);
  return {
    ...policy,
    merge(existing: unknown, incoming: unknown, options) {
      if (incoming === null || typeof merge !== 'function') return existing ?? incoming;
      // Both are connections: what this function has returned before, and what the façade sent.
      return merge(existing as never, incoming as never, options) as unknown;
    },
  };
}

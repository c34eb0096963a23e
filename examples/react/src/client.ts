import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { keylessTypes, possibleTypes } from 'partner-graphql/client';

/**
 * Apollo Client without a credential: the server that serves the page adds it. Its cache keeps a
 * numbered page by all its arguments, `filter`, `orderBy` and `page` among them, so the pages of a
 * list need no policy.
 */
export function createClient(): ApolloClient {
  const keyless = keylessTypes.map((name) => [name, { keyFields: false, merge: true }] as const);
  const cache = new InMemoryCache({ possibleTypes, typePolicies: Object.fromEntries(keyless) });
  return new ApolloClient({ cache, link: new HttpLink({ uri: '/graphql' }) });
}

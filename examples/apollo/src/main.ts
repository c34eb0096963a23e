import { ApolloClient, HttpLink } from '@apollo/client';
import { createCache } from './cache.js';
import type { ScreensQueryVariables } from '../generated/graphql.js';
import { Screens } from './document.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const link = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` } });
const cache = createCache();
const client = new ApolloClient({ cache, link });

/**
 * At any error a query throws CombinedGraphQLErrors: there is no partial result, and none gets into
 * the cache.
 */
const errorPolicy = 'none';

/** Two pages of a list: the first one, read again from the cache, is followed by the second. */
async function readTwoPages(variables: ScreensQueryVariables) {
  const first = await client.query({ query: Screens, variables, errorPolicy });
  const next = { ...variables, after: first.data.screens.pageInfo.endCursor };
  await client.query({ query: Screens, variables: next, errorPolicy });
  const { data } = await client.query({ query: Screens, variables, errorPolicy });
  return data.screens.nodes;
}

const all = await readTwoPages({ first: 2 });
const offline = await readTwoPages({
  first: 2,
  filter: { statusIn: ['OFFLINE'] },
  orderBy: { field: 'NAME' },
});

// The cache holds two lists, each with its own four screens.
for (const { name } of [...all, ...offline]) console.log(name);
client.stop();

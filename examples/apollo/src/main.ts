import { ApolloClient, HttpLink } from '@apollo/client';
import { partnerErrors } from 'partner-graphql/client';
import { createCache } from './cache.js';
import type { ScreensQueryVariables } from '../generated/graphql.js';
import { Screens } from './document.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const link = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` } });
const cache = createCache();
const client = new ApolloClient({ cache, link });

/** Reads two pages of a list. The second joins the first in the cache, as `fetchMore` of a component does. */
async function readTwoPages(variables: ScreensQueryVariables): Promise<void> {
  const { data, error } = await client.query({ query: Screens, variables, errorPolicy: 'all' });
  for (const { message } of partnerErrors(error)) console.error(message);
  const after = data?.screens?.pageInfo.endCursor ?? null;
  // The cache holds the list under one key for all pages: without this policy it would answer with the first.
  await client.query({ query: Screens, variables: { ...variables, after }, fetchPolicy: 'network-only' });
}

const all: ScreensQueryVariables = { first: 2 };
const offlineByName: ScreensQueryVariables = {
  first: 2,
  filter: { statusIn: ['OFFLINE'] },
  orderBy: { field: 'NAME' },
};
await readTwoPages(all);
await readTwoPages(offlineByName);

// The cache holds two lists, each with its own four screens.
for (const variables of [all, offlineByName]) {
  const joined = cache.readQuery({ query: Screens, variables });
  for (const screen of joined?.screens?.nodes ?? []) console.log(screen?.name);
}
client.stop();

import { ApolloClient, HttpLink } from '@apollo/client';
import { partnerErrors } from 'partner-graphql/client';
import { createCache } from './cache.js';
import { Screens } from './document.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const link = new HttpLink({ uri: url, headers: { authorization: `Bearer ${credential}` } });
const cache = createCache();
const client = new ApolloClient({ cache, link });

const variables = { first: 2 };
const { data, error } = await client.query({ query: Screens, variables, errorPolicy: 'all' });
for (const { message } of partnerErrors(error)) console.error(message);

// The second page joins the first in the cache.
const after = data?.screens?.pageInfo.endCursor ?? null;
await client.query({ query: Screens, variables: { ...variables, after } });
const joined = cache.readQuery({ query: Screens, variables });
for (const screen of joined?.screens?.nodes ?? []) console.log(screen?.name);
client.stop();

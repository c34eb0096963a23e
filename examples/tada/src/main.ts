import { GraphQLClient } from 'graphql-request';
import { graphql } from './graphql.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const Screens = graphql(`
  query Screens($first: Int!) {
    screens(first: $first) {
      nodes {
        name
        status
      }
    }
  }
`);

const client = new GraphQLClient(url, { headers: { authorization: `Bearer ${credential}` } });
const { screens } = await client.request(Screens, { first: 3 });
for (const screen of screens?.nodes ?? []) console.log(`${screen?.name ?? ''}: ${screen?.status ?? ''}`);

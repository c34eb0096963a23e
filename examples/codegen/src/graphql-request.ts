import { GraphQLClient } from 'graphql-request';
import { ScreenPage } from './document.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const headers = { authorization: `Bearer ${credential}` };
// The default policy throws a ClientError at any error: there is no partial result.
const client = new GraphQLClient(url, { headers });
const { screens } = await client.request(ScreenPage, { first: 3 });
for (const { name, status } of screens.nodes) console.log(`${name}: ${status}`);

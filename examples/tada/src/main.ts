import { graphql } from './graphql.js';
import { read } from './read.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const Lists = graphql(`
  query Lists($first: Int!) {
    screens(first: $first) {
      nodes {
        name
        status
      }
    }
    playlists(first: 1) {
      nodes {
        name
      }
    }
  }
`);

const data = await read({ url, credential }, Lists, { first: 3 });
for (const { name, status } of data.screens.nodes) console.log(`${name}: ${status}`);
// Without the scope playlists:read, this line throws and the one above does not.
for (const { name } of data.playlists.nodes) console.log(name);

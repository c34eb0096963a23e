import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { createRoute } from './route.js';

const [, , urlArgument, credentialArgument] = process.argv;
const partnerApiUrl = urlArgument ?? process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const { POST } = createRoute({
  partnerApiUrl,
  trustedDocuments: {
    'screens.v1': 'query Screens($first: Int) { screens(first: $first) { nodes { name status } } }',
  },
  // An application asks its session library, which checks a signed cookie.
  credentialOf: (request) =>
    Promise.resolve(request.headers.get('cookie') === 'session=alice' ? credential : undefined),
});

// Next.js calls POST by the path of its file.
const adapter = createServerAdapter(POST);
const server = createServer((request, response) => void adapter(request, response));
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  // A server on a port has an address of this kind.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/signage`);
});

import { createWorker } from './worker.js';

const [, , urlArgument, credentialArgument] = process.argv;
const partnerApiUrl = urlArgument ?? process.env['PARTNER_API_URL'] ?? 'http://127.0.0.1:8080';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

// A platform imports the default export of `worker.ts`, and calls `fetch` for each request.
const response = await createWorker().fetch(
  new Request('https://worker.example.com/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
    body: JSON.stringify({ query: '{ organization { name } }' }),
  }),
  { PARTNER_API_URL: partnerApiUrl },
);
// A result of GraphQL.
const { data } = (await response.json()) as { readonly data?: unknown };
console.log(JSON.stringify(data));

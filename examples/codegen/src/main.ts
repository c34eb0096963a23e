import { hasCode, type PageVariables, walk } from 'partner-graphql/client';
import { OneScreen, ScreenPage } from './document.js';
import { send } from './send.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const service = { url, credential };
const readPage = async (page: PageVariables) =>
  (await send(service, ScreenPage, { ...page })).screens;

let count = 0;
for await (const { name, status } of walk(readPage, { cap: 1000, skipNulls: true })) {
  count += 1;
  if (count <= 3) console.log(`${name}: ${status}`);
}
console.log(`${count} screens`);

const data = await send(service, OneScreen, { id: 'none' });
try {
  console.log(data.screen.name);
} catch (error) {
  if (!hasCode(error, 'NOT_FOUND')) throw error;
  console.log(`No such screen: HTTP ${error.extensions.status ?? ''}`);
}

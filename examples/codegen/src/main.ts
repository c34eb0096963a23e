import { hasCode, walk } from 'partner-graphql/client';
import { OneScreen, ScreenPage } from './document.js';
import { send } from './send.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const readPage = async (page: { readonly first: number; readonly after: string | null }) => {
  const { data, errors } = await send({ url, credential }, ScreenPage, { ...page });
  for (const error of errors) console.error(error.message);
  return data?.screens;
};

let count = 0;
for await (const { name, status } of walk(readPage, { cap: 1000, skipNulls: true })) {
  count += 1;
  if (count <= 3) console.log(`${name}: ${status}`);
}
console.log(`${count} screens`);

const { errors } = await send({ url, credential }, OneScreen, { id: 'none' });
if (hasCode(errors[0], 'NOT_FOUND')) console.log(`No such screen: HTTP ${errors[0].extensions.status ?? ''}`);

import { Client, fetchExchange } from '@urql/core';
import { partnerErrors } from 'partner-graphql/client';
import { createCache } from './cache.js';
import type { ScreensQueryVariables } from '../generated/graphql.js';
import { Items, Playlists, Screens } from './document.js';
import { readSchema } from './schema.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const client = new Client({
  url,
  preferGetMethod: false,
  exchanges: [createCache(readSchema()), fetchExchange],
  fetchOptions: { headers: { authorization: `Bearer ${credential}` } },
});

const { data: list, error } = await client.query(Playlists, {});
for (const { message } of partnerErrors(error)) console.error(message);
const id = list?.playlists?.nodes[0]?.id ?? '';

const first = await client.query(Items, { id, first: 2 });
const after = first.data?.playlist?.items?.pageInfo.endCursor ?? null;
// The second page joins the first in the cache.
const { data } = await client.query(Items, { id, first: 2, after });
for (const { node } of data?.playlist?.items?.edges ?? []) console.log(node?.position, node?.slotId);

/** Two pages of screens, joined in the cache. */
async function readTwoPages(variables: ScreensQueryVariables) {
  const page = await client.query(Screens, variables);
  const next = { ...variables, after: page.data?.screens?.pageInfo.endCursor ?? null };
  return (await client.query(Screens, next)).data?.screens?.nodes ?? [];
}

// Two lists of one field, which the cache keeps apart.
const all = await readTwoPages({ first: 2 });
const offline = await readTwoPages({
  first: 2,
  filter: { statusIn: ['OFFLINE'] },
  orderBy: { field: 'NAME' },
});
for (const screen of [...all, ...offline]) console.log(screen?.name);

import { type AnyVariables, Client, fetchExchange, type TypedDocumentNode } from '@urql/core';
import { dataOf } from 'partner-graphql/client';
import { createCache } from './cache.js';
import type { ScreensQueryVariables } from '../generated/graphql.js';
import { Items, Playlists, Screens } from './document.js';
import { readSchema } from './schema.js';
import { throwOnError } from './throw-on-error.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const client = new Client({
  url,
  preferGetMethod: false,
  exchanges: [throwOnError, createCache(readSchema()), fetchExchange],
  fetchOptions: { headers: { authorization: `Bearer ${credential}` } },
});

/**
 * The data of a query, in which fields that failed throw. `dataOf` throws the error of a result
 * without data.
 */
async function read<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const result = await client.query(query, variables);
  return result.data ?? dataOf<Data>(result);
}

/**
 * Two pages of screens. A page on screen is a query of its own: a component for each, one after
 * another.
 */
async function readTwoPages(variables: ScreensQueryVariables) {
  const first = await read(Screens, variables);
  const next = { ...variables, after: first.screens.pageInfo.endCursor };
  const second = await read(Screens, next);
  return [...first.screens.nodes, ...second.screens.nodes];
}

// Two lists of one field, which the cache keeps apart.
const all = await readTwoPages({ first: 2 });
const offline = await readTwoPages({
  first: 2,
  filter: { statusIn: ['OFFLINE'] },
  orderBy: { field: 'NAME' },
});
for (const { name } of [...all, ...offline]) console.log(name);

const { playlists } = await read(Playlists, {});
for (const { id } of playlists.nodes) {
  const variables = { id, first: 2 };
  const { playlist } = await read(Items, variables);
  const next = await read(Items, { ...variables, after: playlist.items.pageInfo.endCursor });
  for (const { node } of [...playlist.items.edges, ...next.playlist.items.edges])
    console.log(node.position, node.slotId);
}

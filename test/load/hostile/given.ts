import { operationRequest } from '../../rig/operation-request.js';
import { everything } from '../../system/test-system.js';
import type { Given } from './graphql-request.js';
import { repeated } from './operation.js';

interface Nodes {
  readonly nodes: readonly { readonly id: string; readonly nodeId: string }[];
}

/** What hostile requests may know: ids, and the session and files of a browser. */
export async function prepare(url: string): Promise<Given> {
  const page = await (await fetch(`${url}/`)).text();
  const response = await fetch(`${url}/dashboard/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-dashboard-token': 'none yet',
    },
    body: JSON.stringify({ credential: everything }),
  });
  // The interface between the page and its server.
  const { session } = (await response.json()) as { session: { token: string } };
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    known: await readKnown(url),
    session: { cookie, token: session.token },
    assets: [...page.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(([, path = '']) => path),
  };
}

async function readKnown(url: string): Promise<Given['known']> {
  const lists = ['screens', 'media', 'playlists'];
  const query = `{ ${repeated(3, (index) => `${lists[index]}(first: 1000) { nodes { id nodeId } }`)} }`;
  const response = await fetch(operationRequest(query, { url, credential: everything }));
  // The answer to the query above.
  const { data } = (await response.json()) as {
    readonly data: Readonly<Record<'screens' | 'media' | 'playlists', Nodes>>;
  };
  const all = [data.media, data.playlists, data.screens].flatMap(({ nodes }) => nodes);
  return {
    screens: data.screens.nodes.map(({ id }) => id),
    media: data.media.nodes.map(({ id }) => id),
    nodeIds: all.map(({ nodeId }) => nodeId),
  };
}

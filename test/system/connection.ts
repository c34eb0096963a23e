import type { DocumentNode } from 'graphql';
import { ask, type Json } from '../economy/ask.js';
import { ListMedia, ListPlaylistItems, ListPlaylists, ListScreens } from './document.js';
import { pathsOf, readAll } from './rest.js';
import type { TestSystem } from './test-system.js';

/** The arguments of every connection. */
export interface Arguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly page?: number | null;
}

export interface Connection {
  readonly name: string;
  /** Path of its REST list below `/api/partner/v1`. */
  readonly path: string;
  /** The field in a document, with `ARGUMENTS` as the placeholder of its arguments. */
  readonly field: string;
  readonly document: DocumentNode;
  /** Length of the list in the demo data. */
  readonly size: number;
}

/** The demo data's longest playlist, which is the same at every start. */
const longest = 'pls_3meby';

const ofRoot = (name: string, document: DocumentNode, size: number): Connection => ({
  name,
  path: `/${name}`,
  field: `${name} ARGUMENTS { totalCount nodes { id } }`,
  document,
  size,
});

/** The four connections; the organization has the same ones as the root. */
export const connections: readonly Connection[] = [
  ofRoot('screens', ListScreens, 240),
  ofRoot('playlists', ListPlaylists, 36),
  ofRoot('media', ListMedia, 420),
  {
    name: 'Playlist.items',
    path: `/playlists/${longest}/items`,
    field: `playlist(id: "${longest}") { items ARGUMENTS { totalCount nodes { slotId } } }`,
    document: ListPlaylistItems,
    size: 250,
  },
];

/** What one read of any of the four connections shows. */
export async function read(system: TestSystem, { name, document }: Connection, args: Arguments) {
  const { data, codes } = await ask(system, document, { variables: { id: longest, ...args } });
  const connection = data[name] ?? data['playlist']?.['items'];
  const edges: readonly Json[] = connection?.['edges'] ?? [];
  return {
    ids: edges.map(({ node }): unknown => node?.['id'] ?? node?.['slotId']),
    cursors: edges.map(({ cursor }): string => cursor ?? ''),
    pageInfo: connection?.['pageInfo'],
    total: connection?.['totalCount'] as unknown,
    codes,
  };
}

/** The ids of all visible items, read from the REST list. */
export const idsOf = async ({ simulator }: TestSystem, { path }: Connection): Promise<unknown[]> =>
  (await readAll(simulator, path)).map(({ id, slotId }) => id ?? slotId);

/**
 * Follows the cursors until pageInfo reports the end; the page sizes alternate.
 *
 * @returns what each read shows, all ids in the order of the list, and the REST requests for the
 *   list, per read
 */
export async function walk(
  system: TestSystem,
  connection: Connection,
  direction: 'forward' | 'backward',
  ...wanted: readonly number[]
) {
  const isForward = direction === 'forward';
  const slices: Awaited<ReturnType<typeof read>>[] = [];
  const requests: string[][] = [];
  let cursor: string | null = null;
  for (let step = 0; ; step += 1) {
    const size = wanted[step % wanted.length] ?? 1;
    const args: Arguments = isForward
      ? { first: size, after: cursor }
      : { last: size, before: cursor };
    const paths = await pathsOf(system.simulator, async () => {
      slices.push(await read(system, connection, args));
    });
    requests.push(paths.filter((path) => path.startsWith(`${connection.path}?`)));
    const { pageInfo, ids = [] } = slices.at(-1) ?? {};
    const hasMore: unknown = pageInfo?.[isForward ? 'hasNextPage' : 'hasPreviousPage'];
    if (hasMore !== true || ids.length === 0 || step > 500) break;
    cursor = pageInfo?.[isForward ? 'endCursor' : 'startCursor'] ?? null;
  }
  const inOrder = isForward ? slices : slices.toReversed();
  return { slices, ids: inOrder.flatMap(({ ids }) => ids), requests };
}

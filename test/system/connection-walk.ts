import { type Arguments, type Connection, type Slice } from './connection.js';
import type { TestSystem } from './test-system.js';
import { pathsOf, readAll } from './rest.js';

/** Sizes of the collections in the demo data. */
export const sizes: Readonly<Record<string, number>> = {
  screens: 240,
  playlists: 36,
  media: 420,
  'Playlist.items': 250,
};

/** The ids of all visible items, read from the REST list. */
export async function idsOf({ simulator }: TestSystem, { path }: Connection): Promise<string[]> {
  return (await readAll(simulator, path)).map(({ id, slotId }) => String(id ?? slotId));
}

export interface Walk {
  readonly slices: readonly Slice[];
  readonly ids: readonly string[];
  /** The REST requests for the list, per slice. */
  readonly requests: readonly (readonly string[])[];
}

/** Follows the cursors until pageInfo reports the end; the page sizes alternate. */
export async function walk(
  system: TestSystem,
  connection: Connection,
  direction: 'forward' | 'backward',
  ...wanted: readonly number[]
): Promise<Walk> {
  const slices: Slice[] = [];
  const requests: string[][] = [];
  let cursor: string | null = null;
  for (let step = 0; ; step += 1) {
    const size = wanted[step % wanted.length] ?? 1;
    const args: Arguments =
      direction === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const paths = await pathsOf(system.simulator, async () => {
      slices.push(await connection.read(system, args));
    });
    requests.push(paths.filter((path) => path.startsWith(`${connection.path}?`)));
    const { pageInfo, ids = [] } = slices.at(-1) ?? {};
    const hasMore = direction === 'forward' ? pageInfo?.hasNextPage : pageInfo?.hasPreviousPage;
    if (hasMore !== true || ids.length === 0 || step > 500) break;
    cursor = (direction === 'forward' ? pageInfo?.endCursor : pageInfo?.startCursor) ?? null;
  }
  const inOrder = direction === 'forward' ? slices : slices.toReversed();
  return { slices, ids: inOrder.flatMap(({ ids }) => ids), requests };
}

import { type Arguments, type Connection, type Slice } from './connection.js';
import { type TestSystem } from './test-system.js';
import { pathsOf, readAll } from './rest.js';

/** Items of each collection of the demo data. */
export const sizes: Readonly<Record<string, number>> = {
  screens: 240,
  playlists: 36,
  media: 420,
  'Playlist.items': 250,
};

/** Ids of all visible items, read from the REST list itself. */
export async function idsOf({ simulator }: TestSystem, { path }: Connection): Promise<string[]> {
  return (await readAll(simulator, path)).map(({ id, slotId }) => String(id ?? slotId));
}

export interface Walk {
  readonly stretches: readonly Slice[];
  readonly ids: readonly string[];
  /** REST requests for the list, for each stretch. */
  readonly requests: readonly (readonly string[])[];
}

/** Goes on from cursor to cursor until the connection says that it ends; sizes are used in turn. */
export async function walk(
  system: TestSystem,
  connection: Connection,
  direction: 'forward' | 'backward',
  ...wanted: readonly number[]
): Promise<Walk> {
  const stretches: Slice[] = [];
  const requests: string[][] = [];
  let cursor: string | null = null;
  for (let step = 0; ; step += 1) {
    const size = wanted[step % wanted.length] ?? 1;
    const args: Arguments =
      direction === 'forward' ? { first: size, after: cursor } : { last: size, before: cursor };
    const paths = await pathsOf(system.simulator, async () => {
      stretches.push(await connection.read(system, args));
    });
    requests.push(paths.filter((path) => path.startsWith(`${connection.path}?`)));
    const { pageInfo, ids = [] } = stretches.at(-1) ?? {};
    const goesOn = direction === 'forward' ? pageInfo?.hasNextPage : pageInfo?.hasPreviousPage;
    if (goesOn !== true || ids.length === 0 || step > 500) break;
    cursor = (direction === 'forward' ? pageInfo?.endCursor : pageInfo?.startCursor) ?? null;
  }
  const inOrder = direction === 'forward' ? stretches : stretches.toReversed();
  return { stretches, ids: inOrder.flatMap(({ ids }) => ids), requests };
}

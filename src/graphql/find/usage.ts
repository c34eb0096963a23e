import { indexUsage, mediaIdsOfConfiguration, mediaIdsOfItem, type Usage } from '../../find/usage.js';
import type { PartEndpoint } from '../../loaders/part-reading.js';
import type { Collection, Identified } from '../../partner/collection.js';
import { getScreenConfiguration } from '../../partner/playback.js';
import { listPlaylistItems, type Playlist, playlists } from '../../partner/playlist.js';
import { type Screen, screens } from '../../partner/screen.js';
import type { Context } from '../builder.js';
import { readOnce } from '../read-once.js';

/** The playlists that hold a media file, in the order of their list. Rejects with the reason why one could not be read. */
export const playlistsWith = async (context: Context, mediaId: string): Promise<readonly Playlist[]> =>
  (await readUsage(context, playlists, listPlaylistItems, mediaIdsOfItem)).get(mediaId) ?? none;

/** The same for the screens that play it. */
export const screensWith = async (context: Context, mediaId: string): Promise<readonly Screen[]> =>
  (await readUsage(context, screens, getScreenConfiguration, mediaIdsOfConfiguration)).get(mediaId) ?? none;

const none: readonly never[] = [];

/** Reads a collection and the parts of its records once for each operation, however many files are looked for. */
const readUsage = <T extends Identified, P>(
  context: Context,
  collection: Collection<T>,
  part: PartEndpoint<P>,
  mediaIdsOf: (part: P) => readonly string[],
): Promise<Usage<T>> =>
  readOnce(context, `usage ${collection.name}`, async () =>
    indexUsage(await context.partner.readParts(collection, part), mediaIdsOf),
  );

import { PartReading } from '../../session/part-reading.js';
import type { Collection, Identified } from '../../partner/collection.js';
import type { Endpoint } from '../../partner/endpoint.js';
import {
  getScreenConfiguration,
  type PlaybackConfiguration,
  type PlaybackItem,
} from '../../partner/playback.js';
import { listPlaylistItems, type PlaylistItem, playlists } from '../../partner/playlist.js';
import { screens } from '../../partner/screen.js';
import { builder, type Context } from '../builder.js';
import { fieldCost } from '../cost/field-cost.js';
import { MediaRef } from './media.js';
import { PlaylistRef } from './playlist.js';
import { ScreenRef } from './screen.js';

/**
 * Where a media file is used. The Partner API has no such links, so everything that could use it is
 * read.
 */
builder.objectFields(MediaRef, (t) => ({
  playlists: t.field({
    ...readsUsers(playlists, listPlaylistItems, mediaIdsOfItem),
    type: [PlaylistRef],
    nullable: true,
    description:
      'The playlists that hold this file, in disabled items too, in the order of `playlists`. Costs the list of playlists ' +
      'and one REST request for each 100 items of each playlist, once for the operation however many files ask. Needs ' +
      'media:read and playlists:read. Null, with the reason in `errors`, if any of it cannot be read.',
  }),
  screens: t.field({
    ...readsUsers(screens, getScreenConfiguration, mediaIdsOfConfiguration),
    type: [ScreenRef],
    nullable: true,
    description:
      'The screens that play it now, overlays and zones included, in the order of `screens`. Costs the list of screens ' +
      'and one REST request for each screen, once for the operation however many files ask. Needs media:read, ' +
      'screens:read and playback:read. A screen without a playback configuration is left out. Null, with the reason in ' +
      '`errors`, if anything else cannot be read.',
  }),
}));

/**
 * Declares that a field of a media file reads the records of a collection that play it, in the
 * order of their list. The collection and the parts of its records are read once for the operation,
 * however many files are looked for. The field fails with the reason why one could not be read.
 */
function readsUsers<T extends Identified, P>(
  collection: Collection<T>,
  part: Endpoint<P>,
  mediaIdsOf: (part: P) => readonly string[],
) {
  return {
    ...fieldCost({ kind: 'usage', collection, part }),
    async resolve({ id }: Identified, _args: object, { partner }: Context): Promise<readonly T[]> {
      const usage = await partner.memory.once(`usage ${collection.name}`, async () => {
        const players = await new PartReading(partner, collection, part).read();
        return indexUsage(players, mediaIdsOf);
      });
      return usage.get(id) ?? [];
    },
  };
}

/**
 * The records that play a media file, by the id of the file: each once, in the order in which they
 * come.
 */
export function indexUsage<T, P>(
  players: readonly { readonly record: T; readonly parts: readonly P[] }[],
  mediaIdsOf: (part: P) => readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const usage = new Map<string, T[]>();
  for (const { record, parts } of players) {
    for (const id of parts.flatMap(mediaIdsOf)) {
      const users = usage.get(id);
      if (users === undefined) usage.set(id, [record]);
      // Records come one after the other, so one that is listed already is the last.
      else if (users.at(-1) !== record) users.push(record);
    }
  }
  return usage;
}

/** A disabled item counts: the playlist holds its file. */
export const mediaIdsOfItem = ({ mediaId }: PlaylistItem): readonly string[] =>
  mediaId == null ? [] : [mediaId];

/** Of all items, overlays and panels, whose items may have panels again. */
export function mediaIdsOfConfiguration({
  items,
  overlays,
}: PlaybackConfiguration): readonly string[] {
  const mediaIds: string[] = [];
  const left: PlaybackItem[][] = [items, overlays];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const { mediaId, layout } of next) {
      if (mediaId != null) mediaIds.push(mediaId);
      for (const panel of layout?.panels ?? []) left.push(panel.items);
    }
  }
  return mediaIds;
}

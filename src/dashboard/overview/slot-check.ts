import type { ReadError } from '../error/read-error.js';
import type { SlotCheckQuery } from '../generated/graphql.js';

/** Playlists of one operation. The default budget of 250 REST requests has room for long ones. */
export const playlistsPerCheck = 50;

/** Up to so many playlists are checked without being asked to. */
export const maxUnaskedPlaylists = 50;

/** The slots with a media id that names nothing, as NOT_FOUND at their path says. */
export function goneSlots(data: SlotCheckQuery | undefined, errors: readonly ReadError[]) {
  const gone = new Set(
    errors.filter(({ code }) => code === 'NOT_FOUND').map(({ path }) => path.join('/')),
  );
  return (data?.playlists?.nodes ?? []).flatMap((playlist, at) =>
    (playlist?.items?.nodes ?? []).flatMap((slot, index) => {
      if (playlist == null || slot?.mediaId == null || slot.media !== null) return [];
      if (!gone.has(`playlists/nodes/${at}/items/nodes/${index}/media`)) return [];
      const { slotId, position, mediaId } = slot;
      return [{ playlistId: playlist.id, playlistName: playlist.name, slotId, position, mediaId }];
    }),
  );
}

/** What kept a part of a check from being read; a file that is gone is a result. */
export const checkFailures = (errors: readonly ReadError[]): readonly ReadError[] =>
  errors.filter(({ code }) => code !== 'NOT_FOUND');

type Sizes = Readonly<Record<'playlists' | 'items' | 'media', number>>;

/**
 * About how many REST requests a check takes: the items of each playlist in pages of 100, and the
 * list of media.
 */
export const checkCost = ({ playlists, items, media }: Sizes): number =>
  Math.ceil(playlists / playlistsPerCheck) * (1 + Math.ceil(media / 100)) +
  playlists +
  Math.floor(items / 100);

import type { PlaybackConfiguration, PlaybackItem } from '../partner/playback.js';
import type { PlaylistItem } from '../partner/playlist.js';

/** The records that play a media file, by the id of the file: each once, in the order in which they come. */
export function indexUsage<T, P>(
  players: readonly { readonly record: T; readonly parts: readonly P[] }[],
  mediaIdsOf: (part: P) => readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const usage = new Map<string, T[]>();
  for (const { record, parts } of players)
    for (const id of parts.flatMap(mediaIdsOf)) {
      const users = usage.get(id);
      if (users === undefined) usage.set(id, [record]);
      // Records come one after the other, so one that is listed already is the last.
      else if (users.at(-1) !== record) users.push(record);
    }
  return usage;
}

/** A disabled item counts: the playlist holds its file. */
export const mediaIdsOfItem = ({ mediaId }: PlaylistItem): readonly string[] =>
  mediaId == null ? [] : [mediaId];

/** Of all items, overlays and panels, whose items may have panels again. */
export function mediaIdsOfConfiguration({ items, overlays }: PlaybackConfiguration): readonly string[] {
  const mediaIds: string[] = [];
  const left: PlaybackItem[][] = [items, overlays];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const { mediaId, layout } of next) {
      if (mediaId != null) mediaIds.push(mediaId);
      if (layout != null) left.push(...layout.panels.map((panel) => panel.items));
    }
  return mediaIds;
}

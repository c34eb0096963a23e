import { formatCount } from '../component/format.js';
import { useCanRead } from '../data/scope.js';
import { openMaxAge, useOnDemand } from '../data/use-view.js';
import type { Snapshot } from '../data/entry.js';
import type { MediaPlaylistsQuery, MediaScreensQuery } from '../generated/graphql.js';
import { useKnownCounts } from '../overview/known-counts.js';
import { mediaPlaylistsQuery, mediaScreensQuery } from './media-query.js';
import { usageCost } from './usage-cost.js';

export interface Usage {
  readonly playlists: Snapshot<MediaPlaylistsQuery>;
  readonly screens: Snapshot<MediaScreensQuery>;
  /** Whether the credential has the scopes of a part. */
  readonly can: { readonly playlists: boolean; readonly screens: boolean };
  readonly isBusy: boolean;
  /** It was searched for, with whatever result. */
  readonly isKnown: boolean;
  readonly asOf: number | undefined;
  /** In words: about what a search costs, or what the last one did. */
  readonly cost: string;
  readonly find: () => void;
}

/** Where a file is used: an operation for playlists and one for screens, so that each fails alone. */
export function useUsage(id: string, limit: number | undefined): Usage {
  const [playlists, findPlaylists] = useOnDemand(mediaPlaylistsQuery, { id });
  const [screens, findScreens] = useOnDemand(mediaScreensQuery, { id });
  const canReadScreens = useCanRead('screens:read');
  const canReadPlayback = useCanRead('playback:read');
  const can = { playlists: useCanRead('playlists:read'), screens: canReadScreens && canReadPlayback };
  const before = usageCost(useKnownCounts(), can, limit);
  const isBusy = playlists.isBusy || screens.isBusy;
  const isKnown = [playlists, screens].some(({ data, errors }) => data !== undefined || errors.length > 0);
  const spent = (playlists.cost?.requests ?? 0) + (screens.cost?.requests ?? 0);
  const cost = spent > 0 ? formatCount(spent, 'REST request') : before;
  const find = (): void => {
    if (isBusy) return;
    const maxAgeSeconds = isKnown ? 0 : openMaxAge;
    if (can.playlists) findPlaylists(maxAgeSeconds);
    if (can.screens) findScreens(maxAgeSeconds);
  };
  return { playlists, screens, can, isBusy, isKnown, asOf: playlists.asOf ?? screens.asOf, cost, find };
}

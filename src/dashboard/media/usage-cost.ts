import { formatCount } from '../component/format.js';

interface Counts {
  readonly screens: number | undefined;
  readonly playlists: number | undefined;
  readonly items: number | undefined;
}

/** What to search, as the credential allows. */
interface Parts {
  readonly playlists: boolean;
  readonly screens: boolean;
}

/**
 * What it costs to find where a file is used: the list of playlists and the items of each, the list of screens and what each
 * plays now.
 *
 * @param limit REST requests of one operation, undefined where it is not known; playlists and screens are an operation each
 */
export function usageCost(counts: Counts, parts: Parts, limit: number | undefined): string {
  const requests = [
    parts.playlists && playlistRequests(counts),
    parts.screens && counts.screens !== undefined && counts.screens + Math.ceil(counts.screens / 100),
  ];
  const isKnown =
    (!parts.playlists || counts.playlists !== undefined) && (!parts.screens || counts.screens !== undefined);
  const total = requests.reduce<number>((sum, each) => sum + (each || 0), 0);
  if (isKnown) return `About ${formatCount(total, 'REST request')}`;
  const each = [parts.playlists && 'playlist', parts.screens && 'screen'].filter(Boolean);
  const operations = each.length * (limit ?? 0);
  const most = operations > 0 ? `, at most ${formatCount(operations, 'REST request')}` : '';
  return `One REST request for each ${each.join(' and each ')}${most}`;
}

/** Of the items, 100 come with a REST request. */
const playlistRequests = ({ playlists, items = 0 }: Counts): number | false =>
  playlists !== undefined && playlists + Math.ceil(playlists / 100) + Math.floor(items / 100);

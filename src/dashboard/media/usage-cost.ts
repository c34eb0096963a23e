import { formatCount } from '../component/format.js';
import type { Readable } from '../data/collection.js';

type Counts = Readonly<Record<'screens' | 'playlists' | 'items', number | undefined>>;

/** What to search, as the credential allows. */
type Parts = Pick<Readable, 'playlists' | 'screens'>;

/**
 * What it costs to find where a file is used: the list of playlists and the items of each, the list
 * of screens and what each plays now.
 *
 * @param limit REST requests of one operation, undefined where it is not known; playlists and
 *   screens are an operation each
 */
export function usageCost(counts: Counts, parts: Parts, limit: number | undefined): string {
  const { screens, playlists, items = 0 } = counts;
  const searches = [
    // Of the items, 100 come with a REST request.
    parts.playlists && {
      each: 'playlist',
      requests: readEach(playlists) + Math.floor(items / 100),
    },
    parts.screens && { each: 'screen', requests: readEach(screens) },
  ].filter((search) => search !== false);
  const total = searches.reduce((sum, { requests }) => sum + requests, 0);
  if (!Number.isNaN(total)) return `About ${formatCount(total, 'REST request')}`;
  const operations = searches.length * (limit ?? 0);
  const most = operations > 0 ? `, at most ${formatCount(operations, 'REST request')}` : '';
  return `One REST request for each ${searches.map(({ each }) => each).join(' and each ')}${most}`;
}

/**
 * REST requests for a list and for each of its records; NaN where it is not known how many there
 * are.
 */
const readEach = (count = NaN): number => count + Math.ceil(count / 100);

import { type Playlist, playlists } from '../partner/playlist.js';
import { nameMembers, nameOrder, timeFigures, timeMembers, timeOrders } from './common.js';
import { isTrue } from './filter.js';
import type { Finder } from './finder.js';
import { byNumber } from './order.js';
import { countOf, sumOf } from './summary.js';

const isEmpty = ({ itemCount }: Playlist): boolean => itemCount === 0;

export const playlistFinder = {
  collection: playlists,
  noun: 'playlist',
  members: {
    ...nameMembers,
    isEmpty: isTrue(isEmpty, '`true`: playlists without items; `false`: those with items.'),
    ...timeMembers,
  },
  orders: {
    ...nameOrder,
    ...timeOrders('playlist'),
    ITEM_COUNT: byNumber(({ itemCount }) => itemCount, 'The number of its items.'),
    TOTAL_DURATION: byNumber(
      ({ totalDurationSeconds }) => totalDurationSeconds,
      'Its total duration, `totalDurationSeconds`.',
    ),
  },
  figures: {
    empty: countOf(isEmpty, 'Playlists without items.'),
    itemCount: sumOf(
      ({ itemCount }) => itemCount,
      'Items of all of them. A Float, because a sum may exceed an Int.',
    ),
    totalDurationSeconds: sumOf(
      ({ totalDurationSeconds }) => totalDurationSeconds,
      'Duration of all of them, in seconds.',
    ),
    ...timeFigures,
  },
  summaryDescription: 'for example `{ count: 8, empty: 1, … }`.',
} satisfies Finder<Playlist>;

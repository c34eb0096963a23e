import { isTrue } from '../../find/filter.js';
import { common } from '../../find/finder.js';
import { byNumber } from '../../find/order.js';
import { countOf, sumOf } from '../../find/summary.js';
import {
  listPlaylistItems,
  type Playlist,
  type PlaylistItem,
  playlistItemSchema,
  playlists,
  playlistSchema,
} from '../../partner/playlist.js';
import { builder, contractEnum } from '../builder.js';
import { connectionOf } from '../connection.js';
import { Findable } from '../find/findable.js';
import { nodeType } from '../node.js';
import { pageArguments, readsItems } from '../read-connection.js';
import { readField } from '../read-field.js';
import { recordFields } from '../record-type.js';
import { linkedMedia } from './media.js';

const PlaylistItemTypeRef = contractEnum('PlaylistItemType', 'What a playlist item plays.', {
  media: 'A media file; see `mediaId`.',
  app: 'An app; see `appInstanceId`.',
});

const PlaylistItemRef = builder.objectRef<PlaylistItem>('PlaylistItem').implement({
  description: 'One slot of a playlist.',
  fields: (t) => ({
    ...recordFields(playlistItemSchema, {
      slotId: 'Id of the slot within its playlist.',
      type: [PlaylistItemTypeRef, 'What the slot plays.'],
      position:
        'Position in the playlist as the Partner API sends it; gaps and repeats are possible.',
      durationSeconds: 'How long the slot plays, in seconds, for example `12.5`.',
      enabled: 'Whether the slot plays.',
      mediaId: 'REST id of its media file. Null for an app.',
    })(t),
    media: t.field(linkedMedia),
    ...recordFields(playlistItemSchema, { appInstanceId: 'Id of its app. Null for a media file.' })(
      t,
    ),
  }),
});

const PlaylistItemConnectionRef = connectionOf(
  'PlaylistItem',
  'items of a playlist',
  PlaylistItemRef,
);

export const PlaylistRef = nodeType(
  'Playlist',
  playlistSchema,
  'An ordered list of content. Needs playlists:read.',
  {
    id: 'The REST id of the playlist, unchanged.',
    name: 'The name given in the CMS, for example `Spring campaign`.',
    description: 'Free text, or null.',
    itemCount: 'Number of items in the playlist.',
    totalDurationSeconds: 'Total duration of the playlist in seconds, for example `312.5`.',
    createdAt: 'When the playlist was created.',
    updatedAt: 'When the playlist was last changed.',
  },
);

builder.objectField(PlaylistRef, 'items', (t) =>
  t.field(
    readField(
      PlaylistItemConnectionRef,
      'Its items in order. Costs one REST request for each 100 items of each playlist and needs playlists:read.',
      pageArguments,
      readsItems(listPlaylistItems, 'playlistItems'),
    ),
  ),
);

const isEmpty = ({ itemCount }: Playlist): boolean => itemCount === 0;

export const findablePlaylists = new Findable(PlaylistRef, {
  collection: playlists,
  noun: 'playlist',
  members: {
    ...common.nameMembers,
    isEmpty: isTrue(isEmpty, '`true`: playlists without items; `false`: those with items.'),
    ...common.timeMembers,
  },
  orders: {
    ...common.nameOrder,
    ...common.timeOrders('playlist'),
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
    ...common.timeFigures,
  },
  summaryDescription: 'for example `{ count: 8, empty: 1, … }`.',
});

builder.queryFields((t) => ({
  playlist: t.field(findablePlaylists.recordField()),
  playlists: t.field(findablePlaylists.field('Query')),
  playlistSummary: t.field(findablePlaylists.summaryField('Query')),
}));

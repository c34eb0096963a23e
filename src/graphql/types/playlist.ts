import { listPlaylistItems, type Playlist, type PlaylistItem, playlists } from '../../partner/playlist.js';
import { builder, type Context, contractEnum } from '../builder.js';
import { connectionOf } from '../connection.js';
import { linkedMedia } from './media.js';
import { playlistFinder } from '../../find/playlist.js';
import { selectedParts } from '../connection-parts.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { nodeIdOf, NodeRef } from '../node.js';
import { findableField, summaryField } from '../find/find-field.js';
import { findable } from '../find/find-type.js';
import { pageArguments } from '../page-arguments.js';
import { type NamedList, readList } from '../read-connection.js';
import { linkedId, recordField } from '../record-field.js';

const PlaylistItemTypeRef = contractEnum('PlaylistItemType', 'What a playlist item plays.', {
  media: 'A media file; see `mediaId`.',
  app: 'An app; see `appInstanceId`.',
});

const PlaylistItemRef = builder.objectRef<PlaylistItem>('PlaylistItem');

PlaylistItemRef.implement({
  description: 'One slot of a playlist.',
  fields: (t) => ({
    slotId: t.exposeID('slotId', { description: 'Id of the slot within its playlist.' }),
    type: t.expose('type', { type: PlaylistItemTypeRef, description: 'What the slot plays.' }),
    position: t.exposeInt('position', {
      description: 'Position in the playlist as the Partner API sends it; gaps and repeats are possible.',
    }),
    durationSeconds: t.exposeFloat('durationSeconds', {
      description: 'How long the slot plays, in seconds, for example `12.5`.',
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the slot plays.' }),
    mediaId: t.exposeID('mediaId', {
      nullable: true,
      description: 'REST id of its media file. Null for an app.',
    }),
    media: t.field(linkedMedia),
    appInstanceId: t.exposeID('appInstanceId', {
      nullable: true,
      description: 'Id of its app. Null for a media file.',
    }),
  }),
});

const PlaylistItemConnectionRef = connectionOf('PlaylistItem', 'items of a playlist', PlaylistItemRef);

export const PlaylistRef = builder.objectRef<Playlist>('Playlist');

PlaylistRef.implement({
  description: 'An ordered list of content. Needs playlists:read.',
  interfaces: [NodeRef],
  fields: (t) => ({
    nodeId: t.id(nodeIdOf('Playlist')),
    id: t.exposeID('id', { description: 'The REST id of the playlist, unchanged.' }),
    name: t.exposeString('name', {
      description: 'The name given in the CMS, for example `Spring campaign`.',
    }),
    description: t.exposeString('description', { nullable: true, description: 'Free text, or null.' }),
    itemCount: t.exposeInt('itemCount', { description: 'Number of items in the playlist.' }),
    totalDurationSeconds: t.exposeFloat('totalDurationSeconds', {
      description: 'Total duration of the playlist in seconds, for example `312.5`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the playlist was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the playlist was last changed.',
    }),
    items: t.field({
      ...prefetchedCost({ kind: 'pages', endpoint: listPlaylistItems }, (context, id, args, parts) =>
        readList(itemsOf(context, id), args, context, parts),
      ),
      type: PlaylistItemConnectionRef,
      nullable: true,
      description:
        'Its items in order. Costs one REST request for each 100 items of each playlist and needs playlists:read.',
      args: pageArguments,
      resolve: async ({ id }, args, context, info) =>
        readList(
          itemsOf(context, linkedId(listPlaylistItems, id)),
          args,
          context,
          selectedParts(info, context),
        ),
    }),
  }),
});

const itemsOf = ({ partner }: Context, playlistId: string): NamedList<PlaylistItem> => ({
  name: `playlistItems:${playlistId}`,
  list: partner.list(listPlaylistItems, { playlistId }),
});

export const findablePlaylists = findable(playlistFinder, PlaylistRef);

builder.queryFields((t) => ({
  playlist: t.field(recordField(playlists, PlaylistRef, 'playlist')),
  playlists: t.field(findableField(findablePlaylists, 'Query')),
  playlistSummary: t.field(summaryField(findablePlaylists, 'Query')),
}));

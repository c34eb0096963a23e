import type { PlaylistItem } from '../../partner/playlist.js';
import { builder } from '../builder.js';
import { connectionOf } from '../connection.js';
import { contractEnum } from '../enum.js';
import { linkedMedia } from './media.js';

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

export const PlaylistItemConnectionRef = connectionOf('PlaylistItem', 'items of a playlist', PlaylistItemRef);

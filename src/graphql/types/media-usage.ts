import { getScreenConfiguration } from '../../partner/playback.js';
import { listPlaylistItems, playlists } from '../../partner/playlist.js';
import { screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { fieldCost } from '../cost/field-cost.js';
import { playlistsWith, screensWith } from '../find/usage.js';
import { MediaRef } from './media.js';
import { PlaylistRef } from './playlist.js';
import { ScreenRef } from './screen.js';

/** Where a media file is used. The Partner API has no such links, so everything that could use it is read. */
builder.objectFields(MediaRef, (t) => ({
  playlists: t.field({
    ...fieldCost({ kind: 'usage', collection: playlists, part: listPlaylistItems }),
    type: [PlaylistRef],
    nullable: true,
    description:
      'The playlists that hold this file, in disabled items too, in the order of `playlists`. Costs the list of playlists ' +
      'and one REST request for each 100 items of each playlist, once for the operation however many files ask. Needs ' +
      'media:read and playlists:read. Null, with the reason in `errors`, if any of it cannot be read.',
    resolve: ({ id }, _args, context) => playlistsWith(context, id),
  }),
  screens: t.field({
    ...fieldCost({ kind: 'usage', collection: screens, part: getScreenConfiguration }),
    type: [ScreenRef],
    nullable: true,
    description:
      'The screens that play it now, overlays and zones included, in the order of `screens`. Costs the list of screens ' +
      'and one REST request for each screen, once for the operation however many files ask. Needs media:read, ' +
      'screens:read and playback:read. A screen without a playback configuration is left out. Null, with the reason in ' +
      '`errors`, if anything else cannot be read.',
    resolve: ({ id }, _args, context) => screensWith(context, id),
  }),
}));

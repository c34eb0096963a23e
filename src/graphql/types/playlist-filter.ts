import { playlistFinder, summarizePlaylists } from '../../find/playlist.js';
import { builder } from '../builder.js';
import { filterRule, nameMembers, timeMembers } from '../find/filter-input.js';
import { directionMember } from './order-direction.js';

const PlaylistFilterRef = builder.inputType('PlaylistFilter', {
  description: `Selects playlists. ${filterRule}`,
  fields: (t) => ({
    ...nameMembers(t),
    isEmpty: t.boolean({ description: '`true`: playlists without items; `false`: those with items.' }),
    ...timeMembers(t),
  }),
});

const PlaylistOrderFieldRef = builder.enumType('PlaylistOrderField', {
  description: 'What playlists can be ordered by.',
  values: {
    NAME: { description: 'The name as people sort names: `Gleis 2` before `Gleis 10`.' },
    CREATED_AT: { description: 'When the playlist was created.' },
    UPDATED_AT: { description: 'When the playlist was last changed.' },
    ITEM_COUNT: { description: 'The number of its items.' },
    TOTAL_DURATION: { description: 'Its total duration, `totalDurationSeconds`.' },
  } as const,
});

const PlaylistOrderRef = builder.inputType('PlaylistOrder', {
  description: 'The order of playlists. Without one they come as the Partner API lists them.',
  fields: (t) => ({
    field: t.field({ type: PlaylistOrderFieldRef, required: true, description: 'What to order by.' }),
    ...directionMember(t),
  }),
});

/** How playlists are found and summarized. */
export const playlistFinding = {
  finder: playlistFinder,
  filter: PlaylistFilterRef,
  orderBy: PlaylistOrderRef,
  summarize: summarizePlaylists,
};

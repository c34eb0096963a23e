import type { summarizePlaylists } from '../../find/playlist.js';
import type { SummaryOf } from '../../find/summary.js';
import { playlists } from '../../partner/playlist.js';
import { builder } from '../builder.js';
import { type Summary, summaryField } from '../find/summary-field.js';
import { CountPrecisionRef } from './count-precision.js';
import { playlistFinding } from './playlist-filter.js';

export const PlaylistSummaryRef =
  builder.objectRef<Summary<SummaryOf<typeof summarizePlaylists>>>('PlaylistSummary');

PlaylistSummaryRef.implement({
  description: 'Figures of the playlists that match, for example `{ count: 8, empty: 1, … }`.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of playlists.' }),
    precision: t.expose('precision', {
      type: CountPrecisionRef,
      description: 'Whether all playlists could be counted.',
    }),
    empty: t.exposeInt('empty', { description: 'Playlists without items.' }),
    itemCount: t.exposeFloat('itemCount', {
      description: 'Items of all of them. A Float, because a sum may exceed an Int.',
    }),
    totalDurationSeconds: t.exposeFloat('totalDurationSeconds', {
      description: 'Duration of all of them, in seconds.',
    }),
    lastUpdatedAt: t.expose('lastUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of them was last changed, as its record says. Null if there are none.',
    }),
  }),
});

builder.queryField('playlistSummary', (t) =>
  t.field(
    summaryField(
      playlists,
      PlaylistSummaryRef,
      playlistFinding,
      'Counts playlists. Costs one REST request for each 100 playlists of the organization, also with a filter; all ' +
        'filters, orders and summaries of playlists in one operation share them. Needs playlists:read.',
    ),
  ),
);

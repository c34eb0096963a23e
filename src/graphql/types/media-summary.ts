import type { summarizeMedia } from '../../find/media.js';
import type { SummaryOf, ValueCount } from '../../find/summary.js';
import { type Media, media } from '../../partner/media.js';
import { builder } from '../builder.js';
import { type Summary, summaryField } from '../find/summary-field.js';
import { CountPrecisionRef } from './count-precision.js';
import { mediaFinding } from './media-filter.js';
import { MediaStatusRef, MediaTypeRef } from './media-state.js';

const MediaTypeCountRef = builder.objectRef<ValueCount<Media['type']>>('MediaTypeCount').implement({
  description: 'How many media files have a type.',
  fields: (t) => ({
    type: t.expose('value', { type: MediaTypeRef, description: 'The type, for example `VIDEO`.' }),
    count: t.exposeInt('count', { description: 'Number of media files that have it.' }),
  }),
});

const MediaStatusCountRef = builder.objectRef<ValueCount<Media['status']>>('MediaStatusCount').implement({
  description: 'How many media files have a status.',
  fields: (t) => ({
    status: t.expose('value', { type: MediaStatusRef, description: 'The status, for example `FAILED`.' }),
    count: t.exposeInt('count', { description: 'Number of media files that have it.' }),
  }),
});

export const MediaSummaryRef = builder.objectRef<Summary<SummaryOf<typeof summarizeMedia>>>('MediaSummary');

MediaSummaryRef.implement({
  description:
    'Figures of the media files that match, for example `{ count: 40, totalSizeBytes: 5200000000, … }`. Lists of counts ' +
    'hold the values that occur, the most frequent first, then by name.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of media files.' }),
    precision: t.expose('precision', {
      type: CountPrecisionRef,
      description: 'Whether all media files could be counted.',
    }),
    byType: t.expose('byType', { type: [MediaTypeCountRef], description: 'Media files of each type.' }),
    byStatus: t.expose('byStatus', {
      type: [MediaStatusCountRef],
      description: 'Media files of each status, for example `[{ status: READY, count: 39 }, …]`.',
    }),
    totalSizeBytes: t.exposeFloat('totalSizeBytes', {
      description: 'Sum of the known sizes, in bytes; `sizeUnknown` counts the files without one.',
    }),
    sizeUnknown: t.exposeInt('sizeUnknown', { description: 'Media files whose size is unknown.' }),
    lastUpdatedAt: t.expose('lastUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of them was last changed, as its record says. Null if there are none.',
    }),
  }),
});

builder.queryField('mediaSummary', (t) =>
  t.field(
    summaryField(
      media,
      MediaSummaryRef,
      mediaFinding,
      'Counts media files. Costs one REST request for each 100 media files of the organization, also with a filter; all ' +
        'filters, orders and summaries of media in one operation share them. Needs media:read.',
    ),
  ),
);

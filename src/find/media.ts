import { type Media, media, mediaSchema } from '../partner/media.js';
import { nameMembers, nameOrder, timeFigures, timeMembers, timeOrders } from './common.js';
import { isOneOf } from './filter.js';
import type { Finder } from './finder.js';
import { byNumber, byRank } from './order.js';
import { countBy, countOf, sumOf } from './summary.js';

export const mediaFinder = {
  collection: media,
  noun: 'media file',
  members: {
    ...nameMembers,
    typeIn: isOneOf('MediaType', ({ type }) => type, 'One of these types, for example `[VIDEO]`.'),
    statusIn: isOneOf(
      'MediaStatus',
      ({ status }) => status,
      'One of these statuses, for example `[PROCESSING, FAILED]`.',
    ),
    mimeTypeIn: isOneOf(
      'String',
      ({ mimeType }) => mimeType,
      'One of these values of `mimeType`, spelt exactly so: `["video/mp4"]`. A file without one does not match.',
    ),
    ...timeMembers,
  },
  orders: {
    ...nameOrder,
    STATUS: byRank(
      mediaSchema.shape.status,
      ({ status }) => status,
      'The status, in the order of MediaStatus; UNRECOGNIZED comes last in both directions.',
    ),
    ...timeOrders('media file'),
    SIZE: byNumber(
      ({ sizeBytes }) => sizeBytes,
      'The size in bytes; files of unknown size come last in both directions.',
    ),
  },
  figures: {
    byType: countBy(({ type }) => type, 'Media files of each type.', {
      description: 'How many media files have a type.',
      field: 'type',
      type: 'MediaType',
      value: 'The type, for example `VIDEO`.',
      count: 'Number of media files that have it.',
    }),
    byStatus: countBy(
      ({ status }) => status,
      'Media files of each status, for example `[{ status: READY, count: 39 }, …]`.',
      {
        description: 'How many media files have a status.',
        field: 'status',
        type: 'MediaStatus',
        value: 'The status, for example `FAILED`.',
        count: 'Number of media files that have it.',
      },
    ),
    totalSizeBytes: sumOf(
      ({ sizeBytes }) => sizeBytes ?? 0,
      'Sum of the known sizes, in bytes; `sizeUnknown` counts the files without one.',
    ),
    sizeUnknown: countOf(({ sizeBytes }) => sizeBytes == null, 'Media files whose size is unknown.'),
    ...timeFigures,
  },
  summaryDescription:
    'for example `{ count: 40, totalSizeBytes: 5200000000, … }`. Lists of counts hold the values that occur, the most ' +
    'frequent first, then by name.',
} satisfies Finder<Media>;

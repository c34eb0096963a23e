import { media, mediaSchema } from '../../partner/media.js';
import { isOneOf } from '../../find/filter.js';
import { common } from '../../find/finder.js';
import { byNumber, byRank } from '../../find/order.js';
import { countBy, countOf, sumOf } from '../../find/summary.js';
import { builder, contractEnum } from '../builder.js';
import { loadsOptionalLink } from '../declared-read.js';
import { nodeType } from '../node.js';
import { Findable } from '../find/findable.js';

const MediaTypeRef = contractEnum('MediaType', 'The kind of a media file.', {
  image: 'A still image.',
  video: 'A video.',
});

const MediaStatusRef = contractEnum('MediaStatus', 'Whether a media file can be played.', {
  processing: 'Being processed; not playable yet.',
  ready: 'Playable.',
  failed: 'Processing has failed; not playable.',
});

export const MediaRef = nodeType(
  'Media',
  mediaSchema,
  'The metadata of a media file. Needs media:read.',
  {
    id: 'The REST id of the media file, unchanged. It is the `mediaId` of items.',
    name: 'The name given in the CMS, for example `Summer sale.mp4`.',
    type: [MediaTypeRef, 'The kind of file.'],
    status: [MediaStatusRef, 'Whether the file can be played.'],
    mimeType: 'Media type of the file, for example `video/mp4`.',
    sizeBytes:
      'Size in bytes, for example `5242880`. A Float, because files over 2 GiB exceed an Int.',
    width: 'Width in pixels, for example `1920`.',
    height: 'Height in pixels, for example `1080`.',
    defaultDurationSeconds:
      'How long it plays, in seconds, if a slot has no duration of its own, for example `10`.',
    url: 'URL of the file for playback.',
    thumbnailUrl: 'URL of a preview image.',
    createdAt: 'When the media file was created.',
    updatedAt: 'When the media file was last changed.',
  },
);

export const findableMedia = new Findable(MediaRef, {
  collection: media,
  noun: 'media file',
  members: {
    ...common.nameMembers,
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
    ...common.timeMembers,
  },
  orders: {
    ...common.nameOrder,
    STATUS: byRank(
      mediaSchema.shape.status,
      ({ status }) => status,
      'The status, in the order of MediaStatus; UNRECOGNIZED comes last in both directions.',
    ),
    ...common.timeOrders('media file'),
    SIZE: byNumber(
      ({ sizeBytes }) => sizeBytes,
      'The size in bytes; files of unknown size come last in both directions.',
    ),
  },
  figures: {
    byType: countBy(({ type }) => type, 'Media files of each type.', {
      field: 'type',
      type: 'MediaType',
      value: 'The type, for example `VIDEO`.',
    }),
    byStatus: countBy(
      ({ status }) => status,
      'Media files of each status, for example `[{ status: READY, count: 39 }, …]`.',
      { field: 'status', type: 'MediaStatus', value: 'The status, for example `FAILED`.' },
    ),
    totalSizeBytes: sumOf(
      ({ sizeBytes }) => sizeBytes ?? 0,
      'Sum of the known sizes, in bytes; `sizeUnknown` counts the files without one.',
    ),
    sizeUnknown: countOf(
      ({ sizeBytes }) => sizeBytes == null,
      'Media files whose size is unknown.',
    ),
    ...common.timeFigures,
  },
  summaryDescription:
    'for example `{ count: 40, totalSizeBytes: 5200000000, … }`. Lists of counts hold the values that occur, the most ' +
    'frequent first, then by name.',
});

/** An item of a playlist or of a playback configuration. */
interface PlaysMedia {
  readonly mediaId?: string | null | undefined;
}

export const linkedMedia = {
  ...loadsOptionalLink(media, ({ mediaId }: PlaysMedia) => mediaId),
  type: MediaRef,
  nullable: true as const,
  description:
    'The media file. Null if `mediaId` is null, or, with NOT_FOUND in `errors`, if the file no longer exists. Costs at ' +
    'most one REST request for each distinct file of the operation, fewer if reading the list is cheaper, and needs media:read.',
};

builder.queryFields((t) => ({
  mediaItem: t.field(findableMedia.recordField()),
  media: t.field(findableMedia.field('Query')),
  mediaSummary: t.field(findableMedia.summaryField('Query')),
}));

import { mediaFinder, summarizeMedia } from '../../find/media.js';
import { builder } from '../builder.js';
import { filterRule, nameMembers, timeMembers } from '../find/filter-input.js';
import { MediaStatusRef, MediaTypeRef } from './media-state.js';
import { directionMember } from './order-direction.js';

const MediaFilterRef = builder.inputType('MediaFilter', {
  description: `Selects media files. ${filterRule}`,
  fields: (t) => ({
    ...nameMembers(t),
    typeIn: t.field({ type: [MediaTypeRef], description: 'One of these types, for example `[VIDEO]`.' }),
    statusIn: t.field({
      type: [MediaStatusRef],
      description: 'One of these statuses, for example `[PROCESSING, FAILED]`.',
    }),
    mimeTypeIn: t.stringList({
      description:
        'One of these values of `mimeType`, spelt exactly so: `["video/mp4"]`. A file without one does not match.',
    }),
    ...timeMembers(t),
  }),
});

const MediaOrderFieldRef = builder.enumType('MediaOrderField', {
  description: 'What media files can be ordered by.',
  values: {
    NAME: { description: 'The name as people sort names: `Gleis 2` before `Gleis 10`.' },
    STATUS: {
      description: 'The status, in the order of MediaStatus; UNRECOGNIZED comes last in both directions.',
    },
    CREATED_AT: { description: 'When the media file was created.' },
    UPDATED_AT: { description: 'When the media file was last changed.' },
    SIZE: { description: 'The size in bytes; files of unknown size come last in both directions.' },
  } as const,
});

const MediaOrderRef = builder.inputType('MediaOrder', {
  description: 'The order of media files. Without one they come as the Partner API lists them.',
  fields: (t) => ({
    field: t.field({ type: MediaOrderFieldRef, required: true, description: 'What to order by.' }),
    ...directionMember(t),
  }),
});

/** How media files are found and summarized. */
export const mediaFinding = {
  finder: mediaFinder,
  filter: MediaFilterRef,
  orderBy: MediaOrderRef,
  summarize: summarizeMedia,
};

import type { Media } from '../partner/media.js';
import { commonFields, commonMembers } from './common.js';
import { isOneOf } from './filter.js';
import type { CommonFilter, Finder } from './finder.js';
import { byNumber, byRank } from './order.js';
import { countBy, countOf, latestOf, sumOf, summarize } from './summary.js';

export interface MediaFilter extends CommonFilter {
  readonly typeIn?: readonly string[] | null | undefined;
  readonly statusIn?: readonly string[] | null | undefined;
  readonly mimeTypeIn?: readonly string[] | null | undefined;
}

export type MediaOrderField = 'NAME' | 'STATUS' | 'CREATED_AT' | 'UPDATED_AT' | 'SIZE';

/** In the order of the enum in the schema. */
const statuses = ['processing', 'ready', 'failed'];

export const mediaFinder: Finder<Media, MediaFilter, MediaOrderField> = {
  members: {
    ...commonMembers<Media>(),
    typeIn: isOneOf(({ type }) => type),
    statusIn: isOneOf(({ status }) => status),
    mimeTypeIn: isOneOf(({ mimeType }) => mimeType),
  },
  fields: {
    ...commonFields<Media>(),
    STATUS: byRank(statuses, ({ status }) => status),
    SIZE: byNumber(({ sizeBytes }) => sizeBytes),
  },
};

/** The figures of `MediaSummary`, over records that match. */
export const summarizeMedia = (media: readonly Media[]) =>
  summarize(media, {
    count: countOf<Media>(),
    byType: countBy(({ type }: Media) => type),
    byStatus: countBy(({ status }: Media) => status),
    totalSizeBytes: sumOf(({ sizeBytes }: Media) => sizeBytes ?? 0),
    sizeUnknown: countOf(({ sizeBytes }: Media) => sizeBytes == null),
    lastUpdatedAt: latestOf(({ updatedAt }: Media) => updatedAt),
  });

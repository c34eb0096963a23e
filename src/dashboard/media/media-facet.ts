import { formatEnum } from '../component/format.js';
import type { MediaFacetsQuery, MediaFilter, MediaOrderField } from '../generated/graphql.js';
import type { FacetDeclaration, SortFields } from '../list/facet.js';

export const mediaSorts: SortFields<MediaOrderField> = {
  name: 'NAME',
  status: 'STATUS',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  size: 'SIZE',
};

/** The filters of the list of media files. */
export const mediaFacets: readonly FacetDeclaration<MediaFilter, MediaFacetsQuery>[] = [
  {
    name: 'status',
    title: 'Status',
    look: 'chips',
    values: ['READY', 'PROCESSING', 'FAILED', 'UNRECOGNIZED'],
    always: ['READY', 'PROCESSING', 'FAILED'],
    labelOf: formatEnum,
    // The values above are those of the enum.
    where: (values) => ({ statusIn: values as MediaFilter['statusIn'] }),
    countsOf: (data) => data.status?.byStatus.map(({ status, count }) => [status, count]),
  },
  {
    name: 'type',
    title: 'Type',
    look: 'menu',
    values: ['IMAGE', 'VIDEO', 'UNRECOGNIZED'],
    always: ['IMAGE', 'VIDEO'],
    labelOf: formatEnum,
    // As above.
    where: (values) => ({ typeIn: values as MediaFilter['typeIn'] }),
    countsOf: (data) => data.type?.byType.map(({ type, count }) => [type, count]),
  },
];

import { formatEnum } from '../component/format.js';
import type { MediaFilter, MediaOrderField } from '../generated/graphql.js';
import type { FacetDeclaration, SortFields } from '../list/facet.js';

export const mediaSorts: SortFields<MediaOrderField> = {
  name: 'NAME',
  status: 'STATUS',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  size: 'SIZE',
};

/** The filters of the list of media files. */
export const mediaFacets: readonly FacetDeclaration<MediaFilter>[] = [
  {
    name: 'status',
    title: 'Status',
    look: 'chips',
    always: ['READY', 'PROCESSING', 'FAILED'],
    others: ['UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'statusIn',
  },
  {
    name: 'type',
    title: 'Type',
    look: 'menu',
    always: ['IMAGE', 'VIDEO'],
    others: ['UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'typeIn',
  },
];

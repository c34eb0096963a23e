import { formatEnum } from '../component/format.js';
import { graphql, readFragment } from '../generated/index.js';
import type { MediaListRowFragment } from '../generated/graphql.js';
import { type Facets, optionsOf } from '../list/facet.js';
import { type ListState, withFacet } from '../list/list-state.js';
import type { Range } from '../list/settle.js';
import { useFacetData } from '../list/use-facet-data.js';
import { type Pages, usePages } from '../list/use-pages.js';
import { mediaFilterOf, mediaOrderOf } from './media-filter.js';

const mediaListQuery = graphql(`
  query MediaList($first: Int!, $page: Int!, $filter: MediaFilter, $orderBy: MediaOrder) {
    media(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...MediaListRow
      }
    }
  }
`);

const mediaRowFragment = graphql(`
  fragment MediaListRow on Media {
    id
    name
    type
    status
    mimeType
    sizeBytes
    width
    height
    defaultDurationSeconds
    url
    thumbnailUrl
    createdAt
    updatedAt
  }
`);

/** The media files of a range, as a state of the list asks for them. */
export const useMediaRows = (state: ListState, range: Range): Pages<MediaListRowFragment> =>
  usePages({
    document: mediaListQuery,
    variables: { filter: mediaFilterOf(state), orderBy: mediaOrderOf(state) },
    pageOf: ({ media }) =>
      media && {
        totalCount: media.totalCount,
        nodes: media.nodes.map((node) => readFragment(mediaRowFragment, node)),
      },
    range,
  });

/** Counts for the filters. It reads the whole list once, and shares it with a filtered one. */
const mediaFacetsQuery = graphql(`
  query MediaFacets($status: MediaFilter, $type: MediaFilter) {
    all: mediaSummary {
      count
    }
    status: mediaSummary(filter: $status) {
      byStatus {
        status
        count
      }
    }
    type: mediaSummary(filter: $type) {
      byType {
        type
        count
      }
    }
  }
`);

/** The filters of the list of media files. */
export function useMediaFacets(state: ListState): Facets {
  const variables = {
    status: mediaFilterOf(withFacet(state, 'status', [])),
    type: mediaFilterOf(withFacet(state, 'type', [])),
  };
  const data = useFacetData(mediaFacetsQuery, variables);
  const status = data?.status && new Map(data.status.byStatus.map((one) => [one.status, one.count]));
  const type = data?.type && new Map(data.type.byType.map((one) => [one.type, one.count]));
  const shared = { state, labelOf: formatEnum };
  return {
    facets: [
      {
        name: 'status',
        title: 'Status',
        look: 'chips',
        options: optionsOf({
          ...shared,
          name: 'status',
          always: ['READY', 'PROCESSING', 'FAILED'],
          counts: status ?? undefined,
        }),
      },
      {
        name: 'type',
        title: 'Type',
        look: 'menu',
        options: optionsOf({
          ...shared,
          name: 'type',
          always: ['IMAGE', 'VIDEO'],
          counts: type ?? undefined,
        }),
      },
    ],
    count: data?.all?.count,
  };
}

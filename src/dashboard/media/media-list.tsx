import { formatBytes, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { Picture, previewOf, StatusPill } from '../component/picture.js';
import type { MediaListRowFragment } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';

import * as column from '../list/columns.js';
import { type CardDefinition, type Column, defineList } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { mediaFacets, mediaSorts } from '../list/collection-facet.js';

const mediaListQuery = graphql(`
  query MediaList($first: Int!, $page: Int!, $filter: MediaFilter, $orderBy: MediaOrder) {
    list: media(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...MediaListRow
      }
    }
  }

  # What lists and the page of a file show of its record.
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

/** What its file has of each record. */
const mediaCsvQuery = graphql(`
  query MediaCsv($filter: MediaFilter, $orderBy: MediaOrder) {
    media(filter: $filter, orderBy: $orderBy) {
      nodes {
        ...MediaListRow
      }
    }
  }
`);

const mediaFacetsQuery = graphql(`
  query MediaFacets($status: MediaFilter, $type: MediaFilter) {
    all: mediaSummary {
      count
    }
    status: mediaSummary(filter: $status) {
      values: byStatus {
        value: status
        count
      }
    }
    type: mediaSummary(filter: $type) {
      values: byType {
        value: type
        count
      }
    }
  }
`);

const columns: readonly Column<MediaListRowFragment>[] = [
  column.status,
  { title: 'Type', width: '90px', phone: 'detail', show: ({ type }) => formatEnum(type) },
  {
    title: 'Media type',
    width: 'minmax(110px, 1fr)',
    from: 1180,
    show: ({ mimeType }) => mimeType,
  },
  {
    title: 'Size',
    sort: 'size',
    width: '100px',
    isNumber: true,
    phone: 'detail',
    show: ({ sizeBytes }) => sizeBytes !== null && formatBytes(sizeBytes),
  },
  { title: 'Pixels', width: 'minmax(110px, 1fr)', from: 900, isNumber: true, show: formatSize },
  {
    title: 'Duration',
    width: '110px',
    from: 1000,
    isNumber: true,
    show: ({ defaultDurationSeconds: seconds }) => seconds !== null && formatDuration(seconds),
  },
  column.updated({ width: '172px', from: 760 }),
  column.created({ width: '172px', from: 1500 }),
  column.id(1800),
];

/** Its record has everything that the card shows. */
const card: CardDefinition<MediaListRowFragment> = {
  height: 208,
  // Two side by side on a phone.
  minWidth: 170,
  usePictures: () => (file) => (
    <Picture source={previewOf(file)} kind={file.type === 'VIDEO' ? 'video' : 'image'} name="" />
  ),
  facts: ({ type, status, sizeBytes }) => (
    <p className="list-card__facts">
      <span className="muted">
        {[formatEnum(type), sizeBytes !== null && formatBytes(sizeBytes)]
          .filter(Boolean)
          .join(' · ')}
        {status === 'READY' && ' · Ready'}
      </span>
      {/* Ready is the rule: what cannot be played stands out. */}
      {status !== 'READY' && <StatusPill status={status} />}
    </p>
  ),
};

const media = defineList({
  collection: 'media',
  columns,
  card,
  usualLayout: 'cards',
  rows: mediaListQuery,
  csv: mediaCsvQuery,
  counts: mediaFacetsQuery,
  facets: mediaFacets,
  sorts: mediaSorts,
});

/** All media files of the organization. */
export const MediaList = () => <ListView definition={media} />;

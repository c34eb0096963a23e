import type { MediaListRowFragment } from '../generated/graphql.js';
import type { ListDefinition } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { mediaCard } from './media-card.js';
import { mediaColumns } from './media-columns.js';
import { mediaSpec } from './media-filter.js';
import { useMediaFacets, useMediaRows } from './media-rows.js';

const media: ListDefinition<MediaListRowFragment> = {
  collection: 'media',
  title: 'Media',
  noun: 'media file',
  scope: 'media:read',
  spec: mediaSpec,
  columns: mediaColumns,
  card: mediaCard,
  usualLayout: 'cards',
  useRows: useMediaRows,
  useFacets: useMediaFacets,
};

/** All media files of the organization. */
export const MediaList = () => <ListView definition={media} />;

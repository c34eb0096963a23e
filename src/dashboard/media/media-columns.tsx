import { formatBytes, formatDateTime, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import type { MediaListRowFragment } from '../generated/graphql.js';
import type { Column } from '../list/column.js';

/** The columns of the list of media files. */
export const mediaColumns: readonly Column<MediaListRowFragment>[] = [
  {
    title: 'Status',
    sort: 'status',
    width: '124px',
    phone: 'badge',
    show: ({ status }) => <StatusPill status={status} />,
  },
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
  {
    title: 'Pixels',
    width: 'minmax(110px, 1fr)',
    from: 900,
    isNumber: true,
    show: (file) => formatSize(file),
  },
  {
    title: 'Duration',
    width: '110px',
    from: 1000,
    isNumber: true,
    show: ({ defaultDurationSeconds: seconds }) => seconds !== null && formatDuration(seconds),
  },
  {
    title: 'Updated',
    sort: 'updated',
    width: '172px',
    from: 760,
    show: ({ updatedAt }) => formatDateTime(updatedAt),
  },
  {
    title: 'Created',
    sort: 'created',
    width: '172px',
    from: 1500,
    show: ({ createdAt }) => formatDateTime(createdAt),
  },
  { title: 'Id', width: '130px', from: 1800, show: ({ id }) => <code>{id}</code> },
];

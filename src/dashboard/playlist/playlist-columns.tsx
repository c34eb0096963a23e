import { formatCount, formatDateTime, formatDuration, formatNumber } from '../component/format.js';
import type { PlaylistListRowFragment } from '../generated/graphql.js';
import type { Column } from '../list/column.js';

/** The columns of the list of playlists. */
export const playlistColumns: readonly Column<PlaylistListRowFragment>[] = [
  {
    title: 'Items',
    sort: 'items',
    width: '110px',
    isNumber: true,
    phone: 'badge',
    show: ({ itemCount }) => (itemCount === 0 ? <Empty /> : formatNumber(itemCount)),
    inLine: ({ itemCount }) => (itemCount === 0 ? <Empty /> : formatCount(itemCount, 'item')),
  },
  {
    title: 'Duration',
    sort: 'duration',
    width: '130px',
    isNumber: true,
    phone: 'detail',
    show: ({ totalDurationSeconds }) => formatDuration(totalDurationSeconds),
  },
  {
    title: 'Updated',
    sort: 'updated',
    width: '180px',
    phone: 'detail',
    show: ({ updatedAt }) => formatDateTime(updatedAt),
    inLine: ({ updatedAt }) => `Updated ${formatDateTime(updatedAt)}`,
  },
  {
    title: 'Created',
    sort: 'created',
    width: '180px',
    from: 1000,
    show: ({ createdAt }) => formatDateTime(createdAt),
  },
  { title: 'Description', width: 'minmax(160px, 3fr)', from: 1180, show: ({ description }) => description },
  { title: 'Id', width: '130px', from: 1600, show: ({ id }) => <code>{id}</code> },
];

/** A playlist without items shows nothing wherever it is used. */
const Empty = () => <span className="pill pill--wait">Empty</span>;

import { formatDateTime, formatDuration } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import type { Column } from './definition.js';

/** What a list decides itself: where a column has room. */
type Place = Pick<Column<never>, 'width' | 'from' | 'phone'>;

export const statusColumn: Column<{ readonly status: string }> = {
  title: 'Status',
  sort: 'status',
  width: '124px',
  phone: 'badge',
  show: ({ status }) => <StatusPill status={status} />,
};

export const durationColumn = (place: Place): Column<{ readonly totalDurationSeconds: number }> => ({
  title: 'Duration',
  sort: 'duration',
  isNumber: true,
  ...place,
  show: ({ totalDurationSeconds }) => formatDuration(totalDurationSeconds),
});

export const updatedColumn = (place: Place): Column<{ readonly updatedAt: string }> => ({
  title: 'Updated',
  sort: 'updated',
  ...place,
  show: ({ updatedAt }) => formatDateTime(updatedAt),
  inLine: ({ updatedAt }) => `Updated ${formatDateTime(updatedAt)}`,
});

export const createdColumn = (place: Place): Column<{ readonly createdAt: string }> => ({
  title: 'Created',
  sort: 'created',
  ...place,
  show: ({ createdAt }) => formatDateTime(createdAt),
});

export const descriptionColumn = (place: Place): Column<{ readonly description: string | null }> => ({
  title: 'Description',
  ...place,
  show: ({ description }) => description,
});

export const idColumn = (from: number): Column<{ readonly id: string }> => ({
  title: 'Id',
  width: '130px',
  from,
  show: ({ id }) => <code>{id}</code>,
});

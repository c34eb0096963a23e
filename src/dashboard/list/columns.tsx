import { formatDateTime, formatDuration } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import type { Column } from './definition.js';

/** What a list decides itself: how much room a column has, and from when. */
type Room = Pick<Column<never>, 'width' | 'from' | 'phone'>;

export const statusColumn: Column<{ readonly status: string }> = {
  title: 'Status',
  sort: 'status',
  width: '124px',
  phone: 'badge',
  show: ({ status }) => <StatusPill status={status} />,
};

export const durationColumn = (room: Room): Column<{ readonly totalDurationSeconds: number }> => ({
  title: 'Duration',
  sort: 'duration',
  isNumber: true,
  ...room,
  show: ({ totalDurationSeconds }) => formatDuration(totalDurationSeconds),
});

export const updatedColumn = (room: Room): Column<{ readonly updatedAt: string }> => ({
  title: 'Updated',
  sort: 'updated',
  ...room,
  show: ({ updatedAt }) => formatDateTime(updatedAt),
  inLine: ({ updatedAt }) => `Updated ${formatDateTime(updatedAt)}`,
});

export const createdColumn = (room: Room): Column<{ readonly createdAt: string }> => ({
  title: 'Created',
  sort: 'created',
  ...room,
  show: ({ createdAt }) => formatDateTime(createdAt),
});

export const descriptionColumn = (room: Room): Column<{ readonly description: string | null }> => ({
  title: 'Description',
  ...room,
  show: ({ description }) => description,
});

export const idColumn = (from: number): Column<{ readonly id: string }> => ({
  title: 'Id',
  width: '130px',
  from,
  show: ({ id }) => <code>{id}</code>,
});

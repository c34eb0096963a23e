import { formatDateTime, formatDuration } from '../component/format.js';
import { StatusPill } from '../component/picture.js';
import type { Column } from './definition.js';

/** What a list decides itself: how much room a column has, and from when. */
type Room = Pick<Column<never>, 'width' | 'from' | 'phone'>;

export const status: Column<{ readonly status: string }> = {
  title: 'Status',
  sort: 'status',
  width: '124px',
  phone: 'badge',
  show: ({ status }) => <StatusPill status={status} />,
};

export const duration = (room: Room): Column<{ readonly totalDurationSeconds: number }> => ({
  title: 'Duration',
  sort: 'duration',
  isNumber: true,
  ...room,
  show: ({ totalDurationSeconds }) => formatDuration(totalDurationSeconds),
});

export const updated = (room: Room): Column<{ readonly updatedAt: string }> => ({
  title: 'Updated',
  sort: 'updated',
  ...room,
  show: ({ updatedAt }) => formatDateTime(updatedAt),
  inLine: ({ updatedAt }) => `Updated ${formatDateTime(updatedAt)}`,
});

export const created = (room: Room): Column<{ readonly createdAt: string }> => ({
  title: 'Created',
  sort: 'created',
  ...room,
  show: ({ createdAt }) => formatDateTime(createdAt),
});

export const description = (room: Room): Column<{ readonly description: string | null }> => ({
  title: 'Description',
  ...room,
  show: ({ description }) => (
    <div className="one-line" dir="auto">
      {description}
    </div>
  ),
});

export const id = (from: number): Column<{ readonly id: string }> => ({
  title: 'Id',
  width: '130px',
  from,
  show: ({ id }) => <code>{id}</code>,
});

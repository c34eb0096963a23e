import { formatDateTime, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import { cityOf } from '../component/zone-time.js';
import type { ScreenRowFragment } from '../generated/graphql.js';
import type { Column } from '../list/column.js';
import { ScheduleText } from './schedule-text.js';

/** The columns of the list of screens. */
export const screenColumns: readonly Column<ScreenRowFragment>[] = [
  {
    title: 'Status',
    sort: 'status',
    width: '124px',
    phone: 'badge',
    show: ({ status }) => <StatusPill status={status} />,
  },
  {
    title: 'Scheduled',
    width: '172px',
    phone: 'detail',
    show: (screen) => <ScheduleText screen={screen} isBrief />,
    inLine: (screen) => <ScheduleText screen={screen} />,
  },
  {
    title: 'Time zone',
    width: 'minmax(110px, 1fr)',
    from: 900,
    show: ({ availability: { timezone } }) => <span title={timezone}>{cityOf(timezone)}</span>,
  },
  {
    title: 'Orientation',
    width: 'minmax(120px, 1fr)',
    from: 1180,
    show: ({ orientation }) => orientation && formatEnum(orientation),
  },
  {
    title: 'Viewport',
    width: 'minmax(110px, 1fr)',
    from: 1380,
    show: ({ viewport }) => formatSize(viewport),
  },
  {
    title: 'Items',
    sort: 'items',
    width: '76px',
    from: 760,
    isNumber: true,
    show: ({ itemCount }) => itemCount,
  },
  {
    title: 'Duration',
    sort: 'duration',
    width: '116px',
    from: 1000,
    isNumber: true,
    show: ({ totalDurationSeconds }) => formatDuration(totalDurationSeconds),
  },
  {
    title: 'Updated',
    sort: 'updated',
    width: '172px',
    phone: 'detail',
    show: ({ updatedAt }) => formatDateTime(updatedAt),
    inLine: ({ updatedAt }) => `Updated ${formatDateTime(updatedAt)}`,
  },
  {
    title: 'Created',
    sort: 'created',
    width: '172px',
    from: 1800,
    show: ({ createdAt }) => formatDateTime(createdAt),
  },
  { title: 'Description', width: 'minmax(160px, 2fr)', from: 1800, show: ({ description }) => description },
  { title: 'Id', width: '130px', from: 2200, show: ({ id }) => <code>{id}</code> },
];

import { formatEnum, formatSize } from '../component/format.js';
import { StatusPill } from '../component/picture.js';
import { describeBriefly, describeSchedule } from '../component/schedule.js';
import { useMinute } from '../component/time.js';
import { cityOf } from '../component/zone-time.js';
import type { ScreenRowFragment } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';

import * as column from '../list/columns.js';
import { type CardDefinition, type Column, defineList } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { screenCsvQuery } from './screen-query.js';
import { screenFacets, screenSorts } from '../list/collection-facet.js';
import { useScreenPictures } from './screen-pictures.js';
import { OpenScreen } from './open-screen.js';

const screenListQuery = graphql(`
  query ScreenList($first: Int!, $page: Int!, $filter: ScreenFilter, $orderBy: ScreenOrder) {
    list: screens(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...ScreenRow
      }
    }
  }

  # What lists and the page of a screen show of its record.
  fragment ScreenRow on Screen {
    id
    name
    description
    status
    orientation
    viewport {
      width
      height
    }
    availability {
      ...Schedule
    }
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

const screenFacetsQuery = graphql(`
  query ScreenFacets(
    $status: ScreenFilter
    $scheduled: ScreenFilter
    $orientation: ScreenFilter
    $timezone: ScreenFilter
  ) {
    all: screenSummary {
      count
    }
    status: screenSummary(filter: $status) {
      values: byStatus {
        value: status
        count
      }
    }
    scheduled: screenSummary(filter: $scheduled) {
      count
      yes: onNow
    }
    orientation: screenSummary(filter: $orientation) {
      values: byOrientation {
        value: orientation
        count
      }
    }
    timezone: screenSummary(filter: $timezone) {
      values: byTimezone {
        value: timezone
        count
      }
    }
  }
`);

const columns: readonly Column<ScreenRowFragment>[] = [
  column.status,
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
  column.duration({ width: '116px', from: 1000 }),
  column.updated({ width: '172px', phone: 'detail' }),
  column.created({ width: '172px', from: 1800 }),
  column.description({ width: 'minmax(160px, 2fr)', from: 1800 }),
  column.id(2200),
];

const card: CardDefinition<ScreenRowFragment> = {
  height: 272,
  minWidth: 250,
  usePictures: useScreenPictures,
  facts: (screen) => (
    <>
      <p className="list-card__facts">
        <StatusPill status={screen.status} />
        <span className="muted">{cityOf(screen.availability.timezone)}</span>
      </p>
      <p className="list-card__facts muted">
        <ScheduleText screen={screen} />
      </p>
    </>
  ),
};

interface ScheduleTextProps {
  readonly screen: ScreenRowFragment;
  /** A title above says that this is the schedule. */
  readonly isBrief?: boolean;
}

/** The schedule of a screen in words. It says nothing of the device. */
function ScheduleText({ screen: { availability }, isBrief = false }: ScheduleTextProps) {
  const text = (isBrief ? describeBriefly : describeSchedule)(availability, useMinute());
  return (
    <span className={availability.isOnNow ? 'scheduled' : 'scheduled scheduled--off'}>{text}</span>
  );
}

const screens = defineList({
  collection: 'screens',
  columns,
  card,
  usualLayout: 'table',
  rows: screenListQuery,
  csv: screenCsvQuery,
  counts: screenFacetsQuery,
  facets: screenFacets,
  sorts: screenSorts,
  WithoutScope: OpenScreen,
});

/** All screens of the organization. */
export const Screens = () => <ListView definition={screens} />;

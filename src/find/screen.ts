import type { Screen } from '../partner/screen.js';
import { commonFields, commonMembers } from './common.js';
import { isOneOf, isTrue } from './filter.js';
import type { CommonFilter, Finder } from './finder.js';
import { byNumber, byRank } from './order.js';
import { countBy, countOf, latestOf, sumOf, summarize } from './summary.js';

export interface ScreenFilter extends CommonFilter {
  readonly statusIn?: readonly string[] | null | undefined;
  readonly orientationIn?: readonly string[] | null | undefined;
  readonly timezoneIn?: readonly string[] | null | undefined;
  readonly isOnNow?: boolean | null | undefined;
}

export type ScreenOrderField =
  'NAME' | 'STATUS' | 'CREATED_AT' | 'UPDATED_AT' | 'ITEM_COUNT' | 'TOTAL_DURATION';

/** In the order of the enum in the schema. */
const statuses = ['online', 'offline', 'unpaired'];

export const screenFinder: Finder<Screen, ScreenFilter, ScreenOrderField> = {
  members: {
    ...commonMembers<Screen>(),
    statusIn: isOneOf(({ status }) => status),
    orientationIn: isOneOf(({ orientation }) => orientation),
    timezoneIn: isOneOf(({ availability }) => availability.timezone),
    isOnNow: isTrue(({ availability }) => availability.isOnNow),
  },
  fields: {
    ...commonFields<Screen>(),
    STATUS: byRank(statuses, ({ status }) => status),
    ITEM_COUNT: byNumber(({ itemCount }) => itemCount),
    TOTAL_DURATION: byNumber(({ totalDurationSeconds }) => totalDurationSeconds),
  },
};

/** The figures of `ScreenSummary`, over records that match. */
export const summarizeScreens = (screens: readonly Screen[]) =>
  summarize(screens, {
    count: countOf<Screen>(),
    byStatus: countBy(({ status }: Screen) => status),
    byOrientation: countBy(({ orientation }: Screen) => orientation ?? null),
    byTimezone: countBy(({ availability }: Screen) => availability.timezone),
    onNow: countOf(({ availability }: Screen) => availability.isOnNow),
    totalDurationSeconds: sumOf(({ totalDurationSeconds }: Screen) => totalDurationSeconds),
    lastUpdatedAt: latestOf(({ updatedAt }: Screen) => updatedAt),
  });

import { formatEnum } from '../component/format.js';
import { cityOf } from '../component/zone-time.js';
import { graphql } from '../generated/index.js';
import type { ScreenFacetsQuery } from '../generated/graphql.js';
import { type Facet, type Facets, type FacetWords, optionsOf } from '../list/facet.js';
import { type ListState, withFacet } from '../list/list-state.js';
import { useFacetData } from '../list/use-facet-data.js';
import { screenFilterOf } from './screen-filter.js';

/**
 * Counts for the filters, each as the other filters leave them. It reads the whole list once, which a filtered list does as
 * well: they share it. It is an operation of its own, because a list too long for it must still be shown.
 */
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
      byStatus {
        status
        count
      }
    }
    scheduled: screenSummary(filter: $scheduled) {
      count
      onNow
    }
    orientation: screenSummary(filter: $orientation) {
      byOrientation {
        orientation
        count
      }
    }
    timezone: screenSummary(filter: $timezone) {
      byTimezone {
        timezone
        count
      }
    }
  }
`);

/** The filters of the list of screens. */
export function useScreenFacets(state: ListState): Facets {
  const without = (name: string) => screenFilterOf(withFacet(state, name, []));
  const variables = {
    status: without('status'),
    scheduled: without('scheduled'),
    orientation: without('orientation'),
    timezone: without('timezone'),
  };
  const data = useFacetData(screenFacetsQuery, variables);
  return { facets: screenFacets(state, data), count: data?.all?.count };
}

/** @param data undefined where the counts are not known */
function screenFacets(state: ListState, data: ScreenFacetsQuery | undefined): readonly Facet[] {
  const counts = countsOf(data ?? {});
  const facet = (
    name: keyof typeof counts,
    shared: Omit<Facet, 'name' | 'options'>,
    words: FacetWords,
  ): Facet => ({
    ...shared,
    name,
    options: optionsOf({ state, name, counts: counts[name], ...words }),
  });
  return [
    facet(
      'status',
      { title: 'Status', look: 'chips' },
      { always: ['ONLINE', 'OFFLINE', 'UNPAIRED'], labelOf: formatEnum },
    ),
    facet(
      'scheduled',
      { title: 'Scheduled', look: 'menu' },
      { always: ['on', 'off'], labelOf: (value) => `Scheduled ${value}` },
    ),
    facet(
      'orientation',
      { title: 'Orientation', look: 'menu' },
      { always: ['LANDSCAPE', 'PORTRAIT'], labelOf: formatEnum },
    ),
    facet('timezone', { title: 'Time zone', look: 'menu' }, { labelOf: cityOf, noteOf: (zone) => zone }),
  ];
}

/** The counts of each filter; undefined where they could not be read. */
function countsOf({ status, scheduled, orientation, timezone }: Partial<ScreenFacetsQuery>) {
  return {
    status: status ? new Map(status.byStatus.map((one) => [one.status, one.count])) : undefined,
    scheduled: scheduled
      ? new Map([
          ['on', scheduled.onNow],
          ['off', scheduled.count - scheduled.onNow],
        ])
      : undefined,
    orientation: orientation ? countsOfOrientations(orientation.byOrientation) : undefined,
    timezone: timezone ? new Map(timezone.byTimezone.map((one) => [one.timezone, one.count])) : undefined,
  };
}

/** Those without an orientation cannot be filtered for. */
const countsOfOrientations = (
  counts: readonly { readonly orientation: string | null; readonly count: number }[],
): ReadonlyMap<string, number> =>
  new Map(
    counts.flatMap(({ orientation, count }) => (orientation === null ? [] : [[orientation, count] as const])),
  );

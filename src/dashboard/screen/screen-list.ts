import { graphql, readFragment } from '../generated/index.js';
import type { ScreenRowFragment } from '../generated/graphql.js';
import type { ListState } from '../list/list-state.js';
import type { Range } from '../list/settle.js';
import { type Pages, usePages } from '../list/use-pages.js';
import { screenFilterOf, screenOrderOf } from './screen-filter.js';

const screenListQuery = graphql(`
  query ScreenList($first: Int!, $page: Int!, $filter: ScreenFilter, $orderBy: ScreenOrder) {
    screens(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...ScreenRow
      }
    }
  }
`);

const screenRowFragment = graphql(`
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
      timezone
      ...Schedule
    }
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

/** The screens of a range, as a state of the list asks for them. */
export const useScreenRows = (state: ListState, range: Range): Pages<ScreenRowFragment> =>
  usePages({
    document: screenListQuery,
    variables: { filter: screenFilterOf(state), orderBy: screenOrderOf(state) },
    pageOf: ({ screens }) =>
      screens && {
        totalCount: screens.totalCount,
        nodes: screens.nodes.map((node) => readFragment(screenRowFragment, node)),
      },
    range,
  });

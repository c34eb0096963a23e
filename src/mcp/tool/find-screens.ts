import type { FindScreensQueryVariables } from '../generated/operation.js';
import { type OwnTool, pageArguments } from './own-tool.js';

export const findScreens: OwnTool<FindScreensQueryVariables> = {
  name: 'find_screens',
  title: 'Find screens',
  purpose:
    'Lists the screens that match all arguments; without arguments, all. Use it to get the id of a screen, or to find screens by name, status or schedule, such as those that are offline.',
  cost: '1 REST request for each 100 screens until enough are found',
  scopes: ['screens:read'],
  document: /* GraphQL */ `
    query FindScreens(
      $nameContains: String
      $statusIn: [ScreenStatus!]
      $orientationIn: [ScreenOrientation!]
      $isOnNow: Boolean
      $first: Int
      $after: String
    ) {
      screens(
        filter: {
          nameContains: $nameContains
          statusIn: $statusIn
          orientationIn: $orientationIn
          isOnNow: $isOnNow
        }
        first: $first
        after: $after
      ) {
        edges {
          cursor
          node {
            id
            name
            description
            status
            orientation
            availability {
              isOnNow
              timezone
            }
            itemCount
            updatedAt
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  arguments: {
    nameContains: 'Part of the name; case and accents are ignored.',
    statusIn: 'Only these statuses.',
    orientationIn: 'Only these orientations.',
    isOnNow: 'Whether the schedule of the screen is on now.',
    ...pageArguments,
  },
};

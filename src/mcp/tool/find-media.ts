import type { FindMediaQueryVariables } from '../generated/operation.js';
import { type OwnTool, pageArguments } from './own-tool.js';

export const findMedia: OwnTool<FindMediaQueryVariables> = {
  name: 'find_media',
  title: 'Find media files',
  purpose:
    'Lists the media files that match all arguments; without arguments, all. Use it to get the id of a file, or to find files by name, type or status, such as those that failed.',
  cost: '1 REST request for each 100 media files until enough are found',
  scopes: ['media:read'],
  document: /* GraphQL */ `
    query FindMedia(
      $nameContains: String
      $typeIn: [MediaType!]
      $statusIn: [MediaStatus!]
      $first: Int
      $after: String
    ) {
      media(
        filter: { nameContains: $nameContains, typeIn: $typeIn, statusIn: $statusIn }
        first: $first
        after: $after
      ) {
        edges {
          cursor
          node {
            id
            name
            type
            status
            mimeType
            sizeBytes
            width
            height
            defaultDurationSeconds
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
    typeIn: 'Only these types.',
    statusIn: 'Only these statuses.',
    ...pageArguments,
  },
};

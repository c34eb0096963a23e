import { graphql } from '../generated/index.js';

/** A playlist with a page of its items, one REST page of 100. */
export const playlistQuery = graphql(`
  query Playlist($id: ID!, $page: Int!, $media: Boolean!) {
    playlist(id: $id) {
      id
      name
      description
      totalDurationSeconds
      createdAt
      updatedAt
      items(first: 100, page: $page) {
        totalCount
        nodes {
          slotId
          type
          position
          durationSeconds
          enabled
          mediaId
          appInstanceId
          media @include(if: $media) {
            id
            name
            type
            status
            width
            height
            thumbnailUrl
            url
          }
        }
      }
    }
  }
`);

import { graphql } from '../generated/index.js';

export const mediaFileQuery = graphql(`
  query MediaFile($id: ID!) {
    mediaItem(id: $id) {
      id
      name
      type
      status
      mimeType
      sizeBytes
      width
      height
      defaultDurationSeconds
      url
      thumbnailUrl
      createdAt
      updatedAt
    }
  }
`);

/** Reads the items of every playlist. */
export const mediaPlaylistsQuery = graphql(`
  query MediaPlaylists($id: ID!) {
    mediaItem(id: $id) {
      playlists {
        id
        name
        itemCount
        totalDurationSeconds
      }
    }
  }
`);

/** Reads what every screen plays now. */
export const mediaScreensQuery = graphql(`
  query MediaScreens($id: ID!) {
    mediaItem(id: $id) {
      screens {
        id
        name
        status
      }
    }
  }
`);

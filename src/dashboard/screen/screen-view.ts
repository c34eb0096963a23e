import { graphql } from '../generated/index.js';
import type { ScreenViewQuery } from '../generated/graphql.js';

/** Two root fields for two scopes: a credential that lacks one still shows the other half. */
export const screenView = graphql(`
  query ScreenView($id: ID!, $withRecord: Boolean!, $withPlayback: Boolean!, $withMedia: Boolean!) {
    screen(id: $id) @include(if: $withRecord) {
      name
      status
      orientation
      viewport {
        width
        height
      }
      availability {
        ...Schedule
      }
      ...ScreenFacts
    }
    playbackConfiguration(screenId: $id) @include(if: $withPlayback) {
      screen {
        name
        status
        orientation
        viewport {
          width
          height
        }
      }
      availability {
        ...Schedule
      }
      ...PlaybackFacts
      ...Playback
    }
  }
`);

export type ScreenParts = ScreenViewQuery;

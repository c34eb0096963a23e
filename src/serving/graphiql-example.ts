/** A ready query of the explorer; the first comment lines tell what it shows. */
export interface Example {
  readonly query: string;
  readonly variables?: string;
}

export const examples: readonly Example[] = [
  {
    query: `# A dashboard: screens, what each plays now, and the media behind it.
# The cost in REST requests stands under "extensions" of the answer.
query Dashboard {
  organization { name }
  screens(first: 10) {
    totalCount
    nodes {
      name
      status
      availability { isOnNow timezone }
      playbackConfiguration {
        resolvedAt
        items { type durationSeconds media { name thumbnailUrl } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# A playlist in order, each slot with its media.
query Playlists {
  playlists(first: 3) {
    nodes {
      name
      itemCount
      items(first: 20) {
        totalCount
        nodes { position enabled durationSeconds media { name type status } }
      }
    }
  }
}
`,
  },
  {
    query: `# A numbered pager: page 2 of pages of 5. Walking on from its cursors works as well.
query Pager($page: Int = 2) {
  media(first: 5, page: $page) {
    totalCount
    nodes { name type status sizeBytes }
    pageInfo { hasPreviousPage hasNextPage endCursor }
  }
}
`,
    variables: '{ "page": 2 }',
  },
  {
    query: `# What cannot be read is null, and "errors" tells why: there is no such screen.
# Put the "screens only" credential into the headers below to see a refused scope:
# FORBIDDEN with requiredScope, while the screens stay.
query Refused {
  screens(first: 2) { nodes { name playbackConfiguration { revision } } }
  screen(id: "no-such-screen") { name }
}
`,
  },
];

import { parse } from 'graphql';
import type { TableName } from '../partner/contract.js';
import { selectionOf } from './rest.js';

const nodeOf = (table: TableName): string => `nodeId ${selectionOf(table)}`;
const organization = nodeOf('Organization');
const screen = nodeOf('Screen');
const playlist = nodeOf('Playlist');
const media = nodeOf('Media');
const configuration = selectionOf('PlaybackConfiguration');
const item = selectionOf('PlaylistItem');

// Together the documents select the whole schema: see `coverage.test.ts`.
export const ReadOrganization = parse(`{ organization { ${organization} } }`);
export const ReadScreen = parse(`query ($id: ID!) { screen(id: $id) { ${screen} } }`);
export const ReadPlaylist = parse(`query ($id: ID!) { playlist(id: $id) { ${playlist} } }`);
export const ReadMediaItem = parse(`query ($id: ID!) { mediaItem(id: $id) { ${media} } }`);
export const ReadConfiguration = parse(
  `query ($screenId: ID!) { playbackConfiguration(screenId: $screenId) { ${configuration} } }`,
);
export const ReadConfigurations = parse(
  `query ($screenIds: [ID!]!) { playbackConfigurations(screenIds: $screenIds) { ${configuration} } }`,
);

const paging = '$first: Int, $after: String, $last: Int, $before: String, $page: Int';
const paged = 'first: $first, after: $after, last: $last, before: $before, page: $page';
const connectionOf = (fields: string, id: string): string => `{
  edges { cursor node { ${fields} } } nodes { ${id} } totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
}`;

export const ListScreens = parse(
  `query (${paging}) { screens(${paged}) ${connectionOf(screen, 'id')} }`,
);
export const ListPlaylists = parse(
  `query (${paging}) { playlists(${paged}) ${connectionOf(playlist, 'id')} }`,
);
export const ListMedia = parse(
  `query (${paging}) { media(${paged}) ${connectionOf(media, 'id')} }`,
);
export const ListPlaylistItems = parse(
  `query ($id: ID!, ${paging}) { playlist(id: $id) { items(${paged}) ${connectionOf(item, 'slotId')} } }`,
);

/** The edges of the graph, from the organization and from a configuration. */
export const WholeOrganization = parse(`query (${paging}, $itemsFirst: Int) { organization {
  ${organization}
  screens(${paged}) {
    totalCount nodes { ${screen} playbackConfiguration { ${configuration} screen { screen { id nodeId } } } }
  }
  playlists(${paged}) {
    totalCount
    nodes { ${playlist} items(first: $itemsFirst) { totalCount nodes { ${item} media { ${media} } } } }
  }
  media(${paged}) { totalCount nodes { ${media} } }
} }`);

/** The media behind items, overlays and panels at every depth. */
export const LinkedPlayback = parse(`query ($screenId: ID!) {
  playbackConfiguration(screenId: $screenId) {
    items { ...Linked layout { panels { items { ...Linked layout { panels { items { ...Linked } } } } } } }
    overlays { ...Linked }
    screen { screen { ${screen} } }
  }
}
fragment Linked on PlaybackItem { slotId mediaId media { ${media} } }`);

export const ReadNode = parse(`query ($nodeId: ID!) {
  node(nodeId: $nodeId) {
    __typename nodeId
    ... on Organization { ${organization} } ... on Screen { ${screen} } ... on Playlist { ${playlist} }
    ... on Media { id name mimeType }
  }
}`);

export const ReadNodes = parse(`query ($nodeIds: [ID!]!) {
  nodes(nodeIds: $nodeIds) {
    __typename nodeId
    ... on Organization { organizationId: id } ... on Screen { screenId: id }
    ... on Playlist { playlistId: id } ... on Media { mediaId: id }
  }
}`);

const found = `
  screens(first: $first, filter: $screensFilter, orderBy: $screensOrder) { totalCount nodes { id } }
  playlists(filter: $playlistsFilter, orderBy: $playlistsOrder) { totalCount }
  media(filter: $mediaFilter, orderBy: $mediaOrder) { totalCount }`;

/** Gives every list its filter and its order. */
export const FindInEachList = parse(`query (
  $first: Int, $screensFilter: ScreenFilter, $screensOrder: ScreenOrder, $playlistsFilter: PlaylistFilter,
  $playlistsOrder: PlaylistOrder, $mediaFilter: MediaFilter, $mediaOrder: MediaOrder
) { ${found} organization { ${found} } }`);

const summaries = `
  screenSummary(filter: $screens) {
    count precision onNow totalDurationSeconds lastUpdatedAt
    byStatus { status count } byOrientation { orientation count } byTimezone { timezone count }
  }
  playlistSummary(filter: $playlists) { count precision empty itemCount totalDurationSeconds lastUpdatedAt }
  mediaSummary(filter: $media) {
    count precision totalSizeBytes sizeUnknown lastUpdatedAt byType { type count } byStatus { status count }
  }`;
const filters = '$screens: ScreenFilter, $playlists: PlaylistFilter, $media: MediaFilter';

export const Summarize = parse(`query (${filters}) { ${summaries} }`);
export const SummarizeOrganization = parse(`query (${filters}) { organization { ${summaries} } }`);

/** Where files are used. */
const usage = 'playlists { id } screens { id }';
export const UsageOfFile = parse(`query ($id: ID!) { mediaItem(id: $id) { ${usage} } }`);
export const UsageOfFiles = parse(
  `query ($first: Int) { media(first: $first) { nodes { id ${usage} } } }`,
);

/** The subscription that the tests of live open most. */
export const WatchScreens = parse(`subscription ($every: Int = 1) {
  live(everySeconds: $every) { organization { name } screens(first: 100) { nodes { id name } } }
}`);

import { parse, print } from 'graphql';

export interface Example {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Beside the credential. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One tab for each kind of query; together they select every root field. */
export function examplesFor(isDemo: boolean): readonly Example[] {
  /** The embedded simulator has the same data at every start. */
  const id = (ofDemo: string, what: string): string => (isDemo ? ofDemo : `<${what}>`);
  const screens = [id('scr_vajmp', 'id of a screen'), id('scr_1fyak', 'id of another one')];
  const ofScreen = id('U2NyZWVuOnNjcl92YWptcA', 'nodeId of a screen');
  const ofPlaylist = id('UGxheWxpc3Q6cGxzXzNtZWJ5', 'nodeId of a playlist');
  return [
    { query: dashboard },
    { query: offline, variables: { where: { statusIn: ['OFFLINE'] }, by: { field: 'NAME' } } },
    { query: screen, variables: { id: screens[0], more: screens } },
    { query: playlists, variables: { id: id('pls_3meby', 'id of a playlist') } },
    { query: pager, variables: { page: 2, id: id('med_fwqgw', 'id of a media file') } },
    { query: summary, variables: { offline: { statusIn: ['OFFLINE'] } } },
    { query: nodes, variables: { nodeId: ofScreen, nodeIds: [ofScreen, ofPlaylist] } },
    { query: later },
    { query: trace, headers: { 'X-Upstream-Explain': 'trace' } },
    { query: refused },
    { query: live },
  ];
}

/** A query as GraphiQL would prettify it. Its first comment lines say what it shows. */
const pretty = (text: string): string =>
  `${text.slice(0, text.search(/^\w/m))}${print(parse(text, { noLocation: true }))}\n`;

const dashboard = pretty(`# Screens and what each of them plays now.
# The line below shows the cost in REST requests.
query Dashboard {
  organization { name }
  screens(first: 10) {
    totalCount
    nodes {
      name
      status
      availability { isOnNow timezone }
      playbackConfiguration { resolvedAt items { type durationSeconds } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

const offline = pretty(`# The offline screens by name, and how many. The list
# is read once for all that an operation finds in it.
query Offline($where: ScreenFilter, $by: ScreenOrder) {
  screens(first: 10, filter: $where, orderBy: $by) {
    totalCount
    nodes { name status updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`);

const screen = pretty(`# One screen, and what plays on it with its media.
# The other two fields need only playback:read.
query Screen($id: ID!, $more: [ID!]!) {
  screen(id: $id) { name orientation viewport { width height } }
  playbackConfiguration(screenId: $id) {
    items { slotId type media { name thumbnailUrl } }
  }
  playbackConfigurations(screenIds: $more) { revision screen { name } }
}`);

const playlists = pretty(`# Playlists in order, each slot with its media.
query Playlists($id: ID!) {
  playlist(id: $id) { name totalDurationSeconds }
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
}`);

const pager = pretty(`# A numbered pager: page 2 of pages of 5.
# Walking on from its cursors works as well.
query Pager($page: Int!, $id: ID!) {
  media(first: 5, page: $page) {
    totalCount
    nodes { name type status sizeBytes }
    pageInfo { hasPreviousPage hasNextPage endCursor }
  }
  mediaItem(id: $id) { name mimeType url }
}`);

const summary = pretty(`# Figures of whole lists. Each list is read once,
# whatever its filters, orders and summaries.
query Summary($offline: ScreenFilter) {
  screenSummary { count onNow byStatus { status count } }
  offline: screenSummary(filter: $offline) { byTimezone { timezone count } }
  playlistSummary { count empty }
  mediaSummary { count totalSizeBytes lastUpdatedAt }
}`);

const nodes = pretty(`# By nodeId, as Relay refetches; every other id
# is the one of the Partner API.
query Nodes($nodeId: ID!, $nodeIds: [ID!]!) {
  node(nodeId: $nodeId) { ... on Screen { name status } }
  nodes(nodeIds: $nodeIds) { __typename nodeId }
}`);

const later = pretty(`# The list at once, then what each screen plays.
query Later {
  screens(first: 5) {
    nodes { name ... @defer { playbackConfiguration { revision } } }
  }
}`);

const trace = pretty(`# Each REST request one by one: see the headers below.
# "plan" instead of "trace" estimates them
# and sends none.
query Trace {
  screens(first: 3) {
    nodes { name playbackConfiguration { items { media { name } } } }
  }
}`);

const refused = pretty(`# A field that cannot be read is null, and "errors"
# says why: this screen does not exist. With a
# credential that lacks playback:read, configurations
# are FORBIDDEN with requiredScope; the screens remain.
query Refused {
  screens(first: 2) {
    nodes { name playbackConfiguration { revision } }
  }
  screen(id: "no-such-screen") { name }
}`);

const live = pretty(`# Which screens are on: now, and after each change.
# All who subscribe to the same share one poll.
subscription Live {
  live(everySeconds: 15) {
    screens(first: 5) {
      nodes { name status availability { isOnNow } }
    }
  }
}`);

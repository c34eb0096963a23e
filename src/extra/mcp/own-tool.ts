/** A tool of ours: one GraphQL document, and what a model must know to use it. */
export interface OwnTool {
  readonly name: string;
  readonly title: string;
  /** When to use it, and how to continue. */
  readonly purpose: string;
  /** The REST requests of one call. */
  readonly cost: string;
  /** Scopes without which parts of the result are missing. */
  readonly scopes: readonly string[];
  /** One operation; its variables are the arguments. */
  readonly document: string;
  readonly arguments: Readonly<Record<string, string>>;
}

interface ListTool extends Omit<OwnTool, 'document' | 'arguments'> {
  readonly operation: string;
  readonly field: string;
  /** Members of its filter that are arguments: the type of each, and what it means. */
  readonly filter: Readonly<Record<string, readonly [type: string, description: string]>>;
  readonly selection: string;
}

function listTool({ operation, field, filter, selection, purpose, ...facts }: ListTool): OwnTool {
  const members = Object.entries(filter);
  const variables = members.map(([name, [type]]) => `$${name}: ${type}`).join(', ');
  const values = members.map(([name]) => `${name}: $${name}`).join(', ');
  const descriptions = members.map(([name, [, description]]) => [name, description] as const);
  return {
    ...facts,
    purpose: `${purpose} ${wholeList(field)}`,
    document: `
      query ${operation}(${variables}, $first: Int, $after: String) {
        ${field}(filter: { ${values} }, first: $first, after: $after) {
          edges { cursor node { ${selection} } }
          pageInfo { hasNextPage endCursor }
        }
      }`,
    arguments: {
      ...Object.fromEntries(descriptions),
      first: 'How many at most; 20 by default.',
      after:
        'To continue a list: `endCursor` of its `pageInfo`, or `after` of `truncated`, with the same filter.',
    },
  };
}

/** A page of a tool is bounded; a file is not part of the conversation. */
const wholeList = (field: string): string =>
  `For the whole list as a file, POST { "query": "{ ${field} { nodes { id name } } }" } to /graphql of this server, with the same credential and the header Accept: text/csv (or application/x-ndjson); it takes the same filter and any fields.`;

const wordFilters = {
  nameContains: [
    'String',
    'Words of the name, in any order; case, accents and dashes are ignored.',
  ],
  text: ['String', 'The same, of name or description; or an id.'],
} as const;

/** In the order of the list. */
export const ownTools: readonly OwnTool[] = [
  {
    name: 'fleet_overview',
    title: 'Fleet overview',
    purpose:
      'Counts the screens, playlists and media files of the organization by status and type. Start here, and for "how many": it reads no record by itself.',
    cost: '1 REST request, and 1 for each 100 screens, 100 playlists and 100 media files',
    scopes: ['screens:read', 'playlists:read', 'media:read'],
    document: `
      query FleetOverview {
        organization { id name }
        screenSummary {
          count
          precision
          byStatus { status count }
          byOrientation { orientation count }
          onNow
          lastUpdatedAt
        }
        playlistSummary { count precision empty totalDurationSeconds lastUpdatedAt }
        mediaSummary {
          count
          precision
          byType { type count }
          byStatus { status count }
          totalSizeBytes
          lastUpdatedAt
        }
      }`,
    arguments: {},
  },
  listTool({
    name: 'find_screens',
    title: 'Find screens',
    purpose:
      'Lists the screens that match all arguments; without arguments, all. Use it to get the id of a screen, or to find screens by name, status or schedule, such as those that are offline.',
    cost: '1 REST request for each 100 screens until enough are found',
    scopes: ['screens:read'],
    operation: 'FindScreens',
    field: 'screens',
    filter: {
      ...wordFilters,
      statusIn: ['[ScreenStatus!]', 'Only these statuses.'],
      orientationIn: ['[ScreenOrientation!]', 'Only these orientations.'],
      isOnNow: ['Boolean', 'Whether the schedule of the screen is on now.'],
    },
    selection:
      'id name description status orientation availability { isOnNow timezone } itemCount updatedAt',
  }),
  {
    name: 'what_plays_on',
    title: 'What plays on a screen',
    purpose:
      'Shows what one screen plays now: its items in order, the overlays, and whether its schedule is on. Get the id from `find_screens`; a credential without screens:read can call this with an id that the user gives. Panels of zones are shown one level deep.',
    cost: '1 REST request, and at most 1 for each media file that plays',
    scopes: ['playback:read', 'media:read'],
    document: `
      query WhatPlaysOn($screenId: ID!) {
        playbackConfiguration(screenId: $screenId) {
          resolvedAt
          screen { id name status }
          availability { isOnNow timezone }
          items {
            ...Slot
            layout { panels { panelId items { ...Slot } } }
          }
          overlays { ...Slot }
        }
      }

      fragment Slot on PlaybackItem {
        slotId
        type
        durationSeconds
        slug
        media { id name type status }
      }`,
    arguments: { screenId: 'Id of the screen.' },
  },
  listTool({
    name: 'find_media',
    title: 'Find media files',
    purpose:
      'Lists the media files that match all arguments; without arguments, all. Use it to get the id of a file, or to find files by name, type or status, such as those that failed.',
    cost: '1 REST request for each 100 media files until enough are found',
    scopes: ['media:read'],
    operation: 'FindMedia',
    field: 'media',
    filter: {
      ...wordFilters,
      typeIn: ['[MediaType!]', 'Only these types.'],
      statusIn: ['[MediaStatus!]', 'Only these statuses.'],
    },
    selection:
      'id name type status mimeType sizeBytes width height defaultDurationSeconds updatedAt',
  }),
  {
    name: 'where_is_media_used',
    title: 'Where a media file is used',
    purpose:
      'Shows the playlists that hold one media file and, only with onScreens, the screens that play it now. Use it before somebody replaces or deletes a file. Get the id from `find_media`. It is the costliest tool: ask for one file, once. If both together exceed the budget, call it twice, once with inPlaylists false.',
    cost: '1 REST request; for playlists, 1 for each 100 of them and 1 for each 100 items of each; for screens, 1 for each 100 of them and 1 for each',
    scopes: ['media:read', 'playlists:read', 'screens:read', 'playback:read'],
    document: `
      query WhereIsMediaUsed($mediaId: ID!, $inPlaylists: Boolean! = true, $onScreens: Boolean! = false) {
        mediaItem(id: $mediaId) {
          id
          name
          type
          status
          playlists @include(if: $inPlaylists) { id name itemCount }
          screens @include(if: $onScreens) { id name status }
        }
      }`,
    arguments: {
      mediaId: 'Id of the media file.',
      inPlaylists: 'Whether to read the playlists.',
      onScreens: 'Whether to read what each screen plays.',
    },
  },
  listTool({
    name: 'list_playlists',
    title: 'List playlists',
    purpose:
      'Lists the playlists that match all arguments; without arguments, all. It shows how many items they have, not the items.',
    cost: '1 REST request for each 100 playlists until enough are found',
    scopes: ['playlists:read'],
    operation: 'ListPlaylists',
    field: 'playlists',
    filter: { ...wordFilters, isEmpty: ['Boolean', 'Whether the playlist has no items.'] },
    selection: 'id name description itemCount totalDurationSeconds updatedAt',
  }),
];

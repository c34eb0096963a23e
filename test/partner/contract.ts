/**
 * The one copy of the contract's field tables, by hand ("Resources and their fields"). Records,
 * schema, simulator and the records of the rig are each compared with it; nothing in `src` is
 * derived from it. `name: kind`, a final `?` where the field is optional (O). The kinds:
 *
 * - `string`, `number`, `boolean` as in the tables; `count` is a number of things or a position
 * - `date-time`, `date`, `time`, `zone`, `colour`, `uri`, `ratio` (0..1) and `pixels` (1 or more)
 *   are shapes
 * - `a|b` is an enum; a capitalised word is another table; `[string]` is an array of a kind
 */
export const tables = {
  Organization: {
    id: 'string',
    name: 'string',
    // Not in the declared schema: a sample response carries it.
    slug: 'string?',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  Screen: {
    id: 'string',
    name: 'string',
    description: 'string?',
    status: 'online|offline|unpaired',
    orientation: 'landscape|landscape-flipped|portrait|portrait-flipped?',
    viewport: 'Viewport?',
    availability: 'Availability',
    itemCount: 'count',
    totalDurationSeconds: 'number',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  Viewport: { width: 'pixels', height: 'pixels' },
  Availability: {
    mode: 'always|weekly|special',
    timezone: 'zone',
    isOnNow: 'boolean',
    weekly: '[WeeklyWindow]?',
    special: 'SpecialWindow?',
  },
  WeeklyWindow: {
    day: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
    start: 'time',
    end: 'time',
  },
  SpecialWindow: { startDate: 'date', endDate: 'date', start: 'time', end: 'time' },
  PlaybackConfiguration: {
    resolvedAt: 'date-time',
    revision: 'string',
    screen: 'PlaybackScreen',
    availability: 'Availability',
    items: '[PlaybackItem]',
    overlays: '[PlaybackItem]',
  },
  PlaybackScreen: {
    id: 'string',
    name: 'string',
    status: 'online|offline|unpaired',
    orientation: 'string?',
    viewport: 'Viewport?',
  },
  PlaybackItem: {
    slotId: 'string',
    type: 'image|video|app',
    durationSeconds: 'number',
    mediaId: 'string?',
    url: 'uri?',
    mimeType: 'string?',
    width: 'number?',
    height: 'number?',
    appInstanceId: 'string?',
    slug: 'string?',
    renderingMode: 'standard|zones|overlay|takeover?',
    layout: 'ZonesLayout?',
  },
  ZonesLayout: { presentation: 'ZonesPresentation', panels: '[ZonesPanel]' },
  ZonesPresentation: {
    mediaFit: 'cover|contain',
    backgroundColor: 'colour',
    gapViewportHeightRatio: 'ratio',
    paddingViewportHeightRatio: 'ratio',
    cornerRadiusViewportHeightRatio: 'ratio',
  },
  ZonesPanel: {
    id: 'string',
    x: 'ratio',
    y: 'ratio',
    width: 'ratio',
    height: 'ratio',
    items: '[PlaybackItem]',
  },
  Playlist: {
    id: 'string',
    name: 'string',
    description: 'string?',
    itemCount: 'count',
    totalDurationSeconds: 'number',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  PlaylistItem: {
    slotId: 'string',
    type: 'media|app',
    position: 'count',
    durationSeconds: 'number',
    enabled: 'boolean',
    mediaId: 'string?',
    appInstanceId: 'string?',
  },
  Media: {
    id: 'string',
    name: 'string',
    type: 'image|video',
    status: 'processing|ready|failed',
    mimeType: 'string?',
    sizeBytes: 'number?',
    width: 'number?',
    height: 'number?',
    defaultDurationSeconds: 'number?',
    url: 'uri?',
    thumbnailUrl: 'uri?',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type TableName = keyof typeof tables;

export interface Field {
  /** `Table.name`, for the names of tests. */
  readonly address: string;
  readonly table: TableName;
  readonly name: string;
  readonly kind: string;
  readonly isOptional: boolean;
}

export function fieldsOf(table: TableName): Field[] {
  return Object.entries<string>(tables[table]).map(([name, written]) => ({
    address: `${table}.${name}`,
    table,
    name,
    kind: written.replace(/\?$/, ''),
    isOptional: written.endsWith('?'),
  }));
}

/** Object.keys widens to string; a literal has no other keys. */
export const tableNames = Object.keys(tables) as TableName[];

export const allFields = tableNames.flatMap(fieldsOf);

/** The table behind `Name` or `[Name]`, or undefined for a kind that is none. */
export function tableOf(kind: string): TableName | undefined {
  const name = kind.replace(/^\[|\]$/g, '');
  return tableNames.find((each) => each === name);
}

/**
 * The nine operations by hand ("Endpoints"): id, path, scope, table, and whether it answers a page.
 */
export const endpoints = [
  ['partnerV1_organization', '/api/partner/v1/organization', undefined, 'Organization', false],
  ['partnerV1_screens', '/api/partner/v1/screens', 'screens:read', 'Screen', true],
  ['partnerV1_screen', '/api/partner/v1/screens/{screenId}', 'screens:read', 'Screen', false],
  [
    'partnerV1_screenConfiguration',
    '/api/partner/v1/screens/{screenId}/configuration',
    'playback:read',
    'PlaybackConfiguration',
    false,
  ],
  ['partnerV1_playlists', '/api/partner/v1/playlists', 'playlists:read', 'Playlist', true],
  [
    'partnerV1_playlist',
    '/api/partner/v1/playlists/{playlistId}',
    'playlists:read',
    'Playlist',
    false,
  ],
  [
    'partnerV1_playlistItems',
    '/api/partner/v1/playlists/{playlistId}/items',
    'playlists:read',
    'PlaylistItem',
    true,
  ],
  ['partnerV1_media', '/api/partner/v1/media', 'media:read', 'Media', true],
  ['partnerV1_mediaItem', '/api/partner/v1/media/{mediaId}', 'media:read', 'Media', false],
] as const satisfies readonly (readonly [string, string, string | undefined, TableName, boolean])[];

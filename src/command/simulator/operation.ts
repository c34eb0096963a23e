/**
 * An operation of the contract (part "Endpoints"): routes, scopes and the OpenAPI document derive
 * from it.
 */
export interface Operation {
  readonly id: OperationId;
  readonly path: string;
  /** Absent where any valid credential is enough. */
  readonly scope?: string;
  readonly resource: string;
  /** Whether the response is a page of a collection. */
  readonly isList: boolean;
  readonly summary: string;
}

export type OperationId = `partnerV1_${keyof typeof endpoints}`;

/** Path, scope, resource (in brackets where the response is a page), and summary. */
const endpoints = {
  organization: ['organization', undefined, 'Organization', 'The organization of the credential'],
  screens: ['screens', 'screens:read', '[Screen]', 'The screens of the organization'],
  screen: ['screens/{screenId}', 'screens:read', 'Screen', 'One screen'],
  screenConfiguration: [
    'screens/{screenId}/configuration',
    'playback:read',
    'PlaybackConfiguration',
    'What one screen effectively plays',
  ],
  playlists: ['playlists', 'playlists:read', '[Playlist]', 'The playlists of the organization'],
  playlist: ['playlists/{playlistId}', 'playlists:read', 'Playlist', 'One playlist'],
  playlistItems: [
    'playlists/{playlistId}/items',
    'playlists:read',
    '[PlaylistItem]',
    'The ordered items of one playlist',
  ],
  media: ['media', 'media:read', '[Media]', 'The approved media files of the organization'],
  mediaItem: ['media/{mediaId}', 'media:read', 'Media', 'One media file'],
} as const;

export const operations: readonly Operation[] = Object.entries(endpoints).map(
  ([name, [path, scope, resource, summary]]) => ({
    // Object.entries widens the names of its object to string.
    id: `partnerV1_${name}` as OperationId,
    path: `/api/partner/v1/${path}`,
    ...(scope !== undefined && { scope }),
    resource: resource.replace(/\W/g, ''),
    isList: resource.startsWith('['),
    summary,
  }),
);

/** The nine operations (contract, part "Endpoints"): routes, scopes and the OpenAPI document come from here. */
export interface Operation {
  readonly id: OperationId;
  readonly path: string;
  /** The scope needed; absent: any valid credential. */
  readonly scope?: string;
  /** Name of the resource in the answer. */
  readonly resource: string;
  /** Whether the answer is a page of the collection. */
  readonly isList: boolean;
  readonly summary: string;
}

export type OperationId =
  | 'partnerV1_organization'
  | 'partnerV1_screens'
  | 'partnerV1_screen'
  | 'partnerV1_screenConfiguration'
  | 'partnerV1_playlists'
  | 'partnerV1_playlist'
  | 'partnerV1_playlistItems'
  | 'partnerV1_media'
  | 'partnerV1_mediaItem';

const root = '/api/partner/v1';

export const operations: readonly Operation[] = [
  {
    id: 'partnerV1_organization',
    path: `${root}/organization`,
    resource: 'Organization',
    isList: false,
    summary: 'The organization of the credential',
  },
  {
    id: 'partnerV1_screens',
    path: `${root}/screens`,
    scope: 'screens:read',
    resource: 'Screen',
    isList: true,
    summary: 'The screens of the organization',
  },
  {
    id: 'partnerV1_screen',
    path: `${root}/screens/{screenId}`,
    scope: 'screens:read',
    resource: 'Screen',
    isList: false,
    summary: 'One screen',
  },
  {
    id: 'partnerV1_screenConfiguration',
    path: `${root}/screens/{screenId}/configuration`,
    scope: 'playback:read',
    resource: 'PlaybackConfiguration',
    isList: false,
    summary: 'What one screen effectively plays',
  },
  {
    id: 'partnerV1_playlists',
    path: `${root}/playlists`,
    scope: 'playlists:read',
    resource: 'Playlist',
    isList: true,
    summary: 'The playlists of the organization',
  },
  {
    id: 'partnerV1_playlist',
    path: `${root}/playlists/{playlistId}`,
    scope: 'playlists:read',
    resource: 'Playlist',
    isList: false,
    summary: 'One playlist',
  },
  {
    id: 'partnerV1_playlistItems',
    path: `${root}/playlists/{playlistId}/items`,
    scope: 'playlists:read',
    resource: 'PlaylistItem',
    isList: true,
    summary: 'The ordered items of one playlist',
  },
  {
    id: 'partnerV1_media',
    path: `${root}/media`,
    scope: 'media:read',
    resource: 'Media',
    isList: true,
    summary: 'The approved media files of the organization',
  },
  {
    id: 'partnerV1_mediaItem',
    path: `${root}/media/{mediaId}`,
    scope: 'media:read',
    resource: 'Media',
    isList: false,
    summary: 'One media file',
  },
];

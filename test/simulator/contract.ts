/** The contract's tables by hand: resource, required fields, optional fields. */
export const tables: readonly (readonly [string, string, string])[] = [
  ['Organization', 'id name createdAt updatedAt', ''],
  [
    'Screen',
    'id name status availability itemCount totalDurationSeconds createdAt updatedAt',
    'description orientation viewport',
  ],
  ['Viewport', 'width height', ''],
  ['Availability', 'mode timezone isOnNow', 'weekly special'],
  ['WeeklyWindow', 'day start end', ''],
  ['SpecialWindow', 'startDate endDate start end', ''],
  ['Pagination', 'page limit total totalPages', ''],
  ['PlaybackConfiguration', 'resolvedAt revision screen availability items overlays', ''],
  ['PlaybackScreen', 'id name status', 'orientation viewport'],
  [
    'PlaybackItem',
    'slotId type durationSeconds',
    'mediaId url mimeType width height appInstanceId slug renderingMode layout',
  ],
  ['ZonesLayout', 'presentation panels', ''],
  [
    'ZonesPresentation',
    'mediaFit backgroundColor gapViewportHeightRatio paddingViewportHeightRatio cornerRadiusViewportHeightRatio',
    '',
  ],
  ['ZonesPanel', 'id x y width height items', ''],
  ['Playlist', 'id name itemCount totalDurationSeconds createdAt updatedAt', 'description'],
  ['PlaylistItem', 'slotId type position durationSeconds enabled', 'mediaId appInstanceId'],
  [
    'Media',
    'id name type status createdAt updatedAt',
    'mimeType sizeBytes width height defaultDurationSeconds url thumbnailUrl',
  ],
];

/** The contract's enumerations by hand: resource.field and values. */
export const enumerations: readonly (readonly [string, string])[] = [
  ['Screen.status', 'online offline unpaired'],
  ['Screen.orientation', 'landscape landscape-flipped portrait portrait-flipped'],
  ['Availability.mode', 'always weekly special'],
  ['WeeklyWindow.day', 'monday tuesday wednesday thursday friday saturday sunday'],
  ['PlaybackScreen.status', 'online offline unpaired'],
  ['PlaybackItem.type', 'image video app'],
  ['PlaybackItem.renderingMode', 'standard zones overlay takeover'],
  ['ZonesPresentation.mediaFit', 'cover contain'],
  ['PlaylistItem.type', 'media app'],
  ['Media.type', 'image video'],
  ['Media.status', 'processing ready failed'],
];

/** The contract's nine operations by hand: id, path, scope. */
export const endpoints: readonly (readonly [string, string, string | undefined])[] = [
  ['partnerV1_organization', '/api/partner/v1/organization', undefined],
  ['partnerV1_screens', '/api/partner/v1/screens', 'screens:read'],
  ['partnerV1_screen', '/api/partner/v1/screens/{screenId}', 'screens:read'],
  ['partnerV1_screenConfiguration', '/api/partner/v1/screens/{screenId}/configuration', 'playback:read'],
  ['partnerV1_playlists', '/api/partner/v1/playlists', 'playlists:read'],
  ['partnerV1_playlist', '/api/partner/v1/playlists/{playlistId}', 'playlists:read'],
  ['partnerV1_playlistItems', '/api/partner/v1/playlists/{playlistId}/items', 'playlists:read'],
  ['partnerV1_media', '/api/partner/v1/media', 'media:read'],
  ['partnerV1_mediaItem', '/api/partner/v1/media/{mediaId}', 'media:read'],
];

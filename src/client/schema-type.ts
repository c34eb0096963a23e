// `npm run schema` writes this file.

/** The types behind each interface: `possibleTypes` of Apollo Client's `InMemoryCache`. */
export const possibleTypes = { Node: ['Media', 'Playlist', 'Screen', 'Organization'] };

/**
 * The types without an identity of their own: they are part of the object that holds them, and a
 * normalizing cache must not look for a key in them. Apollo Client: `keyFields: false`;
 * graphcache: `keys: { X: () => null }`.
 */
export const keylessTypes = [
  'PageInfo',
  'MediaEdge',
  'MediaConnection',
  'MediaTypeCount',
  'MediaStatusCount',
  'MediaSummary',
  'PlaylistItem',
  'PlaylistItemEdge',
  'PlaylistItemConnection',
  'PlaylistEdge',
  'PlaylistConnection',
  'PlaylistSummary',
  'WeeklyWindow',
  'SpecialWindow',
  'Availability',
  'ZonesPresentation',
  'ZonesLayout',
  'PlaybackItem',
  'ZonesPanel',
  'Viewport',
  'PlaybackConfiguration',
  'ScreenEdge',
  'ScreenConnection',
  'ScreenStatusCount',
  'ScreenOrientationCount',
  'TimeZoneCount',
  'ScreenSummary',
  'Subscription',
] as const;

/**
 * What tools of a client must be told of `schema.graphql`. Tests hold each of these equal to it.
 */

/**
 * TypeScript's type for each custom scalar: `config.scalars` of GraphQL Code Generator. All are strings that the façade
 * passes on byte for byte; only `JSONObject` is an object.
 */
export const scalars = {
  DateTime: 'string',
  LocalDate: 'string',
  LocalTime: 'string',
  TimeZone: 'string',
  HexColorCode: 'string',
  OpaqueUrl: 'string',
  JSONObject: 'Record<string, unknown>',
} as const;

/** The same as types: `scalars` of gql.tada. */
export type ScalarTypes = {
  readonly [Name in keyof typeof scalars]: (typeof scalars)[Name] extends 'string'
    ? string
    : Readonly<Record<string, unknown>>;
};

/** The types behind each interface: `possibleTypes` of Apollo Client's `InMemoryCache`. */
export const possibleTypes = {
  Node: ['Media', 'Playlist', 'Screen', 'Organization'],
};

/**
 * The types without an identity of their own: they are part of the object that holds them, and a normalizing cache must
 * not look for a key in them. Apollo Client: `keyFields: false`; graphcache: `keys: { X: () => null }`.
 */
export const keylessTypes = [
  'PageInfo',
  'MediaEdge',
  'MediaConnection',
  'PlaylistItem',
  'PlaylistItemEdge',
  'PlaylistItemConnection',
  'PlaylistEdge',
  'PlaylistConnection',
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
] as const;

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

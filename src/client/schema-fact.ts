/**
 * The TypeScript type of each custom scalar: `config.scalars` of GraphQL Code Generator. The façade passes the strings on
 * byte for byte.
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

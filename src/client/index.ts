/**
 * The entry `partner-graphql/client`, for typed clients. It needs no other package, no Node.js and
 * no GraphQL library, and works in a browser's bundle.
 */
export {
  dataOf,
  type ErrorCode,
  errorCodes,
  hasCode,
  isPartnerError,
  type PartnerError,
  type PartnerErrorExtensions,
  partnerErrors,
  ResultError,
} from './error.js';
export {
  live,
  type LiveDocument,
  type LiveEvent,
  type LiveOptions,
  type LiveState,
  type TypedDocument,
} from './live.js';
export { LiveError, type LiveHeaders } from './live-connection.js';
export { keylessTypes, possibleTypes } from './schema-type.js';
export {
  type PageVariables,
  walk,
  type WalkConnection,
  WalkError,
  type WalkOptions,
} from './walk.js';

/**
 * The TypeScript type of each custom scalar: `config.scalars` of GraphQL Code Generator. The façade
 * passes the strings on byte for byte.
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

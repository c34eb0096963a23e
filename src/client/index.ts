/**
 * The entry `partner-graphql/client`, for typed clients. It needs no other package, no Node.js and no GraphQL library,
 * and works in a browser's bundle.
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
export { scalars, type ScalarTypes } from './schema-fact.js';
export { keylessTypes, possibleTypes } from './schema-type.js';
export { type PageVariables, walk, type WalkConnection, WalkError, type WalkOptions } from './walk.js';

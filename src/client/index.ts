/**
 * The entry `partner-graphql/client`, for typed clients. It needs no other package, no Node.js and no GraphQL library,
 * and works in a browser's bundle.
 */
export {
  type ErrorCode,
  errorCodes,
  hasCode,
  isPartnerError,
  type PartnerError,
  type PartnerErrorExtensions,
  partnerErrors,
} from './error.js';
export { live, type LiveEvent, type LiveOptions, type LiveState } from './live.js';
export type { LiveHeaders } from './live-connection.js';
export type { LiveDocument, TypedDocument } from './live-document.js';
export { LiveError } from './live-error.js';
export { scalars, type ScalarTypes } from './schema-fact.js';
export { keylessTypes, possibleTypes } from './schema-type.js';
export { type PageVariables, walk, type WalkConnection, WalkError, type WalkOptions } from './walk.js';

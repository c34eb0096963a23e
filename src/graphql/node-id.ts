import { type AnyCollection, collections } from '../partner/collection.js';
import { PartnerError } from '../partner/error.js';
import { quote } from '../partner/quote.js';

/** The global id of a record: the type and the REST id, which is all that is needed to read it again. */
export const encodeNodeId = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`, 'utf8').toString('base64url');

/** What a global id names. */
export interface NodeId {
  /** A type that `node` finds: `Organization`, or the type of a collection. */
  readonly type: string;
  readonly id: string;
}

/**
 * The type and REST id of a global id.
 *
 * @throws PartnerError BAD_USER_INPUT
 */
export function decodeNodeId(nodeId: string): NodeId {
  const node = parseNodeId(nodeId);
  if (node !== undefined) return node;
  throw new PartnerError(
    'BAD_USER_INPUT',
    `Unusable nodeId: ${quote(nodeId, 100)}. Pass a nodeId that the façade has given out.`,
  );
}

/** The same; undefined where it cannot be used. */
export function parseNodeId(nodeId: string): NodeId | undefined {
  const [, type, id] = /^(\w+):(.*)$/s.exec(Buffer.from(nodeId, 'base64url').toString('utf8')) ?? [];
  if (type === undefined || id === undefined || encodeNodeId(type, id) !== nodeId) return undefined;
  return type === organizationType || collectionOfType(type) !== undefined ? { type, id } : undefined;
}

/** The one node type that is no collection: a credential has one organization. */
export const organizationType = 'Organization';

/** The collection whose records are of this type. */
export const collectionOfType = (name: string): AnyCollection | undefined =>
  collections.find(({ type }) => type === name);

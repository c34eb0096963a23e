import { PartnerError } from '../../partner/error.js';
import { quote } from '../../partner/quote.js';
import { collectionOfType, type NodeId } from '../node.js';

/**
 * The record that a representation names (Federation, "_entities"), by the members of `@key(fields: "id")`. Others are
 * ignored: a router may send what another subgraph asks for.
 *
 * @throws PartnerError BAD_USER_INPUT for anything else
 */
export function decodeRepresentation(representation: unknown): NodeId {
  const entity = parseRepresentation(representation);
  if (entity !== undefined) return entity;
  throw new PartnerError(
    'BAD_USER_INPUT',
    `Unusable representation: ${quote(describe(representation))}. ` +
      'Pass { __typename, id } of a type with @key(fields: "id"), the id as a string.',
  );
}

/** Like `decodeRepresentation`, but undefined for what names no record. */
export function parseRepresentation(representation: unknown): NodeId | undefined {
  if (typeof representation !== 'object' || representation === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(representation));
  const type = members.get('__typename');
  const id = members.get('id');
  if (typeof type !== 'string' || typeof id !== 'string') return undefined;
  return collectionOfType(type) === undefined ? undefined : { type, id };
}

/** The members by name alone: their values may be anything, and of any size. */
function describe(representation: unknown): string {
  if (typeof representation !== 'object' || representation === null) return typeof representation;
  const members = new Map<string, unknown>(Object.entries(representation));
  const type = members.get('__typename');
  const names = [...members.keys()].join(', ');
  return typeof type === 'string' ? `${type} { ${names} }` : `{ ${names} }`;
}

import { PartnerError } from '../../partner/error.js';
import { quote } from '../../partner/quote.js';
import { memberOf } from '../list-argument.js';
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
    `Unusable representation: ${quote(describeMembers(representation))}. ` +
      'Pass { __typename, id } of a type with @key(fields: "id"), the id as a string.',
  );
}

/** Like `decodeRepresentation`, but undefined for what names no record. */
export function parseRepresentation(representation: unknown): NodeId | undefined {
  const type = memberOf(representation, '__typename');
  const id = memberOf(representation, 'id');
  if (typeof type !== 'string' || typeof id !== 'string') return undefined;
  return collectionOfType(type) === undefined ? undefined : { type, id };
}

/** Members whose names an error shows. */
const maxNames = 10;

/** The members by name alone: their values may be anything, and of any size. */
function describeMembers(representation: unknown): string {
  if (typeof representation !== 'object' || representation === null) return typeof representation;
  const type = memberOf(representation, '__typename');
  const all = Object.keys(representation);
  const names = `${all.slice(0, maxNames).join(', ')}${all.length > maxNames ? ', …' : ''}`;
  return typeof type === 'string' ? `${type} { ${names} }` : `{ ${names} }`;
}

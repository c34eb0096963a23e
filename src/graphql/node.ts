import { onceFor } from '../base/once.js';
import { memberOf } from '../find/finder.js';
import { type AnyCollection, collections } from '../partner/collection.js';
import { PartnerError } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import { builder } from './builder.js';
import { type Described, recordFields, type RecordSchema } from './record-type.js';

/** The type as which each record was read: records of different types look alike. */
export const nodeTypeOf = new WeakMap<object, string>();

export const NodeRef = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'A record with a global id, which `node` and `nodes` find again.',
  resolveType: (record) => nodeTypeOf.get(record),
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Opaque global id for `node` and `nodes`, unique across all types. Not the REST id, which is `id`. Costs no request.',
      resolve: () => {
        throw new Error('Every type that implements Node has a nodeId of its own.');
      },
    }),
  }),
});

/** A type that implements `Node`, over a record of the contract. */
export const nodeType = <T extends { readonly id: string }>(
  name: string,
  schema: RecordSchema<T>,
  description: string,
  described: Described<T>,
) =>
  builder.objectRef<T>(name).implement({
    description,
    // Its records have an id, which Pothos cannot see of an open type.
    interfaces: [NodeRef] as never,
    fields: (t) => ({
      nodeId: t.id({
        description: 'Opaque global id for `node` and `nodes`. Costs no request.',
        resolve: ({ id }) => encodeNodeId(name, id),
      }),
      ...recordFields(schema, described)(t),
    }),
  });

export interface NodeId {
  /** A type that `node` finds: `Organization`, or the type of a collection. */
  readonly type: string;
  readonly id: string;
}

/** The global id of a record: its type and REST id, which are enough to read it again. */
export const encodeNodeId = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`, 'utf8').toString('base64url');

/** @throws PartnerError BAD_USER_INPUT for a text that is not a global id */
export const decodeNodeId = (nodeId: string): NodeId =>
  parseNodeId(nodeId) ??
  refuse(`nodeId: ${quote(nodeId, 100)}. Pass a nodeId that the façade has returned.`);

/**
 * What each entry of a list names, or why it is unusable. Aliases share the list of a variable,
 * which is parsed once.
 */
export const decodeNodeIds = onceFor((nodeIds: readonly string[]) =>
  nodeIds.map(orError(decodeNodeId)),
);

const orError =
  <T>(decode: (reference: T) => NodeId) =>
  (reference: T): NodeId | PartnerError => {
    try {
      return decode(reference);
    } catch (error) {
      if (error instanceof PartnerError) return error;
      throw error;
    }
  };

function refuse(what: string): never {
  throw new PartnerError('BAD_USER_INPUT', `Unusable ${what}`);
}

/** What a global id or a representation names; undefined for anything else. */
export const parseReference = (reference: unknown): NodeId | undefined =>
  typeof reference === 'string' ? parseNodeId(reference) : parseRepresentation(reference);

function parseNodeId(nodeId: string): NodeId | undefined {
  const [, type, id] =
    /^(\w+):(.*)$/s.exec(Buffer.from(nodeId, 'base64url').toString('utf8')) ?? [];
  if (type === undefined || id === undefined || encodeNodeId(type, id) !== nodeId) return undefined;
  // The only node type without a collection: a credential has one organization.
  return type === 'Organization' || collectionOfType(type) !== undefined ? { type, id } : undefined;
}

export const collectionOfType = (name: string): AnyCollection | undefined =>
  collections.find(({ type }) => type === name);

/**
 * The record that a representation names (Federation, "_entities"), by the members of `@key(fields:
 * "id")`. Others are ignored: a router may send what another subgraph asks for.
 *
 * @throws PartnerError BAD_USER_INPUT for anything else
 */
const decodeRepresentation = (representation: unknown): NodeId =>
  parseRepresentation(representation) ??
  refuse(
    `representation: ${quote(describeMembers(representation))}. ` +
      'Pass { __typename, id } of a type with @key(fields: "id"), the id as a string.',
  );

/** As `decodeNodeIds`. */
export const decodeRepresentations = onceFor((representations: readonly unknown[]) =>
  representations.map(orError(decodeRepresentation)),
);

function parseRepresentation(representation: unknown): NodeId | undefined {
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
  const shown = all.slice(0, maxNames).join(', ');
  const names = all.length > maxNames ? `${shown}, …` : shown;
  return typeof type === 'string' ? `${type} { ${names} }` : `{ ${names} }`;
}

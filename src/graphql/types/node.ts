import type { GraphQLResolveInfo } from 'graphql';
import { PartnerError } from '../../partner/error.js';
import type { Session } from '../../session/session.js';
import type { Identified } from '../../partner/collection.js';
import { getOrganization, type Organization } from '../../partner/organization.js';
import { builder, type Context, valuesOf } from '../builder.js';
import { fieldCost } from '../cost/field-cost.js';
import {
  collectionOfType,
  decodeNodeId,
  decodeNodeIds,
  type NodeId,
  NodeRef,
  nodeTypeOf,
} from '../node.js';
import { prefetch } from '../read-field.js';

/**
 * A credential has one organization, and the contract has no look-up by id: any other id finds
 * nothing.
 */
async function readOrganization(partner: Session, id: string): Promise<Organization> {
  const organization = await partner.get(getOrganization);
  if (organization.id === id) return organization;
  throw new PartnerError(
    'NOT_FOUND',
    'The credential belongs to another organization than this nodeId.',
    {
      operation: getOrganization.id,
    },
  );
}

/**
 * Reads the record of a root field, in one batch with others of its type. Throws BAD_USER_INPUT for
 * an unusable id.
 */
function readNode(context: Context, info: GraphQLResolveInfo, { type, id }: NodeId) {
  const { partner } = context;
  const collection = collectionOfType(type);
  const reading = collection ? partner.load(collection, id) : readOrganization(partner, id);
  prefetch(context, info, type, id);
  if (!(reading instanceof Promise)) return note(reading, type);
  // An id may occur thousands of times, so its type is recorded once: all reads of one record are
  // one promise.
  return partner.memory.once(reading, () => reading.then((record) => note(record, type)));
}

/** A root field: the record of the global id that an argument holds. */
const readsNode = <Name extends string>(argument: Name) => ({
  ...fieldCost({ kind: 'nodes', argument, by: 'string' }),
  resolve: (
    _root: unknown,
    args: Readonly<Record<Name, string>>,
    context: Context,
    info: GraphQLResolveInfo,
  ) => readNode(context, info, decodeNodeId(args[argument])),
});

/**
 * A root field: the records of the references that a list argument holds. An error is that of its
 * entry.
 *
 * @param by the type of a reference
 */
export const readsNodes = <Name extends string, Reference>(
  argument: Name,
  by: 'string' | 'object',
  decode: (references: readonly Reference[]) => readonly (NodeId | PartnerError)[],
) => ({
  ...fieldCost({ kind: 'nodes', argument, by }),
  resolve: (
    _root: unknown,
    args: Readonly<Record<Name, readonly Reference[]>>,
    context: Context,
    info: GraphQLResolveInfo,
  ) =>
    valuesOf(decode(args[argument]), (node) =>
      node instanceof PartnerError ? node : readNode(context, info, node),
    ),
});

function note(record: Identified, type: string): Identified {
  nodeTypeOf.set(record, type);
  return record;
}

builder.queryFields((t) => ({
  node: t.field({
    ...readsNode('nodeId'),
    type: NodeRef,
    nullable: true,
    description:
      'The record of a global id. Costs one REST request and needs the scope of its type. Null, with NOT_FOUND in `errors`, if it no longer exists.',
    args: { nodeId: t.arg.id({ required: true, description: 'The `nodeId` of a record.' }) },
  }),
  nodes: t.field({
    ...readsNodes('nodeIds', 'string', decodeNodeIds),
    type: [NodeRef],
    nullable: { list: false, items: true },
    description:
      'The records of several global ids, in the same order. Costs at most one REST request for each distinct id, fewer if ' +
      'reading a list is cheaper. Needs the scopes of their types.',
    args: {
      nodeIds: t.arg.idList({ required: true, description: 'The `nodeId`s of the records.' }),
    },
  }),
}));

import type { GraphQLResolveInfo } from 'graphql';
import { PartnerError } from '../../partner/error.js';
import type { Session } from '../../loaders/session.js';
import { type Media, media } from '../../partner/media.js';
import { getOrganization, type Organization } from '../../partner/organization.js';
import { type Playlist, playlists } from '../../partner/playlist.js';
import { type Screen, screens } from '../../partner/screen.js';
import { builder, type Context } from '../builder.js';
import { asFieldValue, valueOrError } from '../field-value.js';
import { prefetch } from '../cost/prefetch.js';
import { fieldCost } from '../cost/field-cost.js';
import { NodeRef, nodeTypeOf } from '../node.js';
import { decodeNodeId, type NodeType } from '../node-id.js';

type AnyNode = Organization | Screen | Playlist | Media;

/** Every type's way of being read by its REST id. */
const readers: Readonly<Record<NodeType, (partner: Session, id: string) => AnyNode | Promise<AnyNode>>> = {
  Organization: readOrganization,
  Screen: (partner, id) => partner.load(screens, id),
  Playlist: (partner, id) => partner.load(playlists, id),
  Media: (partner, id) => partner.load(media, id),
};

/** The contract has no look-up of an organization: there is one for each credential, so another id finds nothing. */
async function readOrganization(partner: Session, id: string): Promise<Organization> {
  const organization = await partner.get(getOrganization);
  if (organization.id === id) return organization;
  throw new PartnerError('NOT_FOUND', 'The credential belongs to another organization than this nodeId.', {
    operation: getOrganization.id,
  });
}

/** @throws PartnerError BAD_USER_INPUT for an id that cannot be used */
function readNode(context: Context, info: GraphQLResolveInfo, nodeId: string): AnyNode | Promise<AnyNode> {
  const { type, id } = decodeNodeId(nodeId);
  const reading = readers[type](context.partner, id);
  prefetch(context, info, type, id);
  return reading instanceof Promise ? noteLater(context, reading, type) : note(reading, type);
}

function note(record: AnyNode, type: NodeType): AnyNode {
  nodeTypeOf.set(record, type);
  return record;
}

/** The reads of one record are one promise, and what is noted of it is one too: an id may stand in thousands of places. */
function noteLater(context: Context, reading: Promise<AnyNode>, type: NodeType): Promise<AnyNode> {
  const noted = (context.noted ??= new Map());
  // Only this function writes there, under the reads of records.
  const known = noted.get(reading) as Promise<AnyNode> | undefined;
  if (known !== undefined) return known;
  const fresh = reading.then((record) => note(record, type));
  noted.set(reading, fresh);
  return fresh;
}

builder.queryFields((t) => ({
  node: t.field({
    ...fieldCost({ kind: 'nodes', argument: 'nodeId' }),
    type: NodeRef,
    nullable: true,
    description:
      'The record of a global id. One REST request; needs the scope of its type. Null, with NOT_FOUND, where it is gone.',
    args: { nodeId: t.arg.id({ required: true, description: '`nodeId` of a record.' }) },
    resolve: (_root, { nodeId }, context, info) => readNode(context, info, nodeId),
  }),
  nodes: t.field({
    ...fieldCost({ kind: 'nodes', argument: 'nodeIds' }),
    type: [NodeRef],
    nullable: { list: false, items: true },
    description:
      'The records of several global ids, in their order. At most one REST request for each distinct id, fewer where ' +
      'reading a list is cheaper; needs the scopes of their types.',
    args: { nodeIds: t.arg.idList({ required: true, description: '`nodeId`s of records.' }) },
    resolve: (_root, { nodeIds }, context, info) =>
      nodeIds.map((nodeId) => asFieldValue(valueOrError(() => readNode(context, info, nodeId)))),
  }),
}));

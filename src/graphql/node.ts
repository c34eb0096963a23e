import { PartnerError } from '../partner/error.js';
import { builder } from './builder.js';

/** The types that `node` finds, each with its own way of being read. */
export type NodeType = 'Organization' | 'Screen' | 'Playlist' | 'Media';

/** Records of different types look alike, so each remembers the type that it was read as. */
export const nodeTypeOf = new WeakMap<object, NodeType>();

export const NodeRef = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'A record with an identity of its own, which `node` finds again.',
  resolveType: (record) => nodeTypeOf.get(record),
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Opaque global id for `node` and `nodes`, unique among all types. Not the REST id: that is `id`. Costs nothing.',
      resolve: () => {
        throw new Error('Every type that implements Node has a nodeId of its own.');
      },
    }),
  }),
});

/** The global id of a record: the type and the REST id, which is all that is needed to read it again. */
export const encodeNodeId = (type: NodeType, id: string): string =>
  Buffer.from(`${type}:${id}`, 'utf8').toString('base64url');

/**
 * The type and REST id of a global id.
 *
 * @throws PartnerError BAD_USER_INPUT
 */
export function decodeNodeId(nodeId: string): { readonly type: NodeType; readonly id: string } {
  const [, name, id] = /^(\w+):(.*)$/s.exec(Buffer.from(nodeId, 'base64url').toString('utf8')) ?? [];
  const type = nodeTypes.find((each) => each === name);
  if (type === undefined || id === undefined || encodeNodeId(type, id) !== nodeId)
    throw new PartnerError(
      'BAD_USER_INPUT',
      `Unusable nodeId: ${told(nodeId)}. Pass a nodeId that the façade has given out.`,
    );
  return { type, id };
}

const nodeTypes: readonly NodeType[] = ['Organization', 'Screen', 'Playlist', 'Media'];

const told = (text: string): string => JSON.stringify(text.length <= 100 ? text : `${text.slice(0, 100)}…`);

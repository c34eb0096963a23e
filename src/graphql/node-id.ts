import { PartnerError } from '../partner/error.js';
import { quote } from './quote.js';

/** The types that `node` finds, each with its own way of being read. */
export type NodeType = 'Organization' | 'Screen' | 'Playlist' | 'Media';

/** The global id of a record: the type and the REST id, which is all that is needed to read it again. */
export const encodeNodeId = (type: NodeType, id: string): string =>
  Buffer.from(`${type}:${id}`, 'utf8').toString('base64url');

/** What a global id names. */
export interface NodeId {
  readonly type: NodeType;
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
  const [, name, id] = /^(\w+):(.*)$/s.exec(Buffer.from(nodeId, 'base64url').toString('utf8')) ?? [];
  const type = nodeTypes.find((each) => each === name);
  if (type === undefined || id === undefined || encodeNodeId(type, id) !== nodeId) return undefined;
  return { type, id };
}

const nodeTypes: readonly NodeType[] = ['Organization', 'Screen', 'Playlist', 'Media'];

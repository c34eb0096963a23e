import { UnreadableError } from './describe-difference.js';

/** A JSON object whose members are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** A value in a document, with its address. */
export interface JsonNode {
  readonly value: unknown;
  /** JSON pointer as a fragment: `#/paths/~1api…`. */
  readonly pointer: string;
  /** The document that its references refer to. */
  readonly root: Json;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const rootNode = (root: Json): JsonNode => ({ value: root, pointer: '#', root });

/** The object at a node; empty for any other value, so that its members read as absent. */
export const objectOf = ({ value }: JsonNode): Json => (isJson(value) ? value : {});

/** The node behind a path of member names and array indices; its value is undefined where there is none. */
export const childOf = (node: JsonNode, ...path: readonly (string | number)[]): JsonNode =>
  path.reduce<JsonNode>(
    ({ value, pointer, root }, name) => ({
      value: memberOf(value, name),
      pointer: `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      root,
    }),
    node,
  );

function memberOf(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isJson(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** The elements of an array; none for any other value. */
export const elementsOf = (node: JsonNode): readonly JsonNode[] =>
  Array.isArray(node.value) ? node.value.map((_element, index) => childOf(node, index)) : [];

/** The members of an object by their names; none for any other value. */
export const membersOf = (node: JsonNode): readonly (readonly [name: string, node: JsonNode])[] =>
  Object.keys(objectOf(node)).map((name) => [name, childOf(node, name)]);

/** References that lead to references; a longer chain is a circle. */
const maxHops = 20;

/**
 * The node that a reference leads to; the node itself where it is no reference.
 *
 * @throws UnreadableError for a reference to another document, to a missing value, or in a circle
 */
export function dereference(node: JsonNode): JsonNode {
  let at = node;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const { $ref: reference } = objectOf(at);
    if (typeof reference !== 'string') return at;
    if (!reference.startsWith('#'))
      throw new UnreadableError(`The document refers to another document at ${at.pointer}: "${reference}".`);
    at = targetOf(reference, at);
  }
  throw new UnreadableError(`The document has circular references at ${node.pointer}.`);
}

function targetOf(reference: string, from: JsonNode): JsonNode {
  const target = childOf(rootNode(from.root), ...reference.split('/').slice(1).map(unescape));
  if (target.value !== undefined) return target;
  throw new UnreadableError(`The document refers to a missing value at ${from.pointer}: "${reference}".`);
}

function unescape(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

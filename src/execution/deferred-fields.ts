import type { FieldNode } from 'graphql';

/**
 * The formats of incremental delivery, by the parameter of `Accept` that names them: `deferSpec=20220824`, in which each
 * deferred fragment is delivered with all its fields, and `incrementalSpec=v0.2`, in which no field is delivered twice.
 */
export type IncrementalSpec = '20220824' | 'v0.2';

/** A deferred fragment of the objects that a selection is on. */
export interface DeferUsage {
  readonly label: string | undefined;
  /** The deferred fragment around it, in v0.2: there it is delivered before. */
  readonly parent: DeferUsage | undefined;
  /** Steps of the path from the data of the operation to the object. */
  readonly depth: number;
}

/** What `@stream` says of a list: how many items are delivered with it. */
export interface StreamUsage {
  readonly label: string | undefined;
  readonly initialCount: number;
}

/** A node, and the innermost deferred fragment that selects it. */
export interface UsedNode<Node = FieldNode> {
  readonly node: Node;
  readonly usage?: DeferUsage | undefined;
}

/** A node that has the fields that are collected: that of a field, or the operation itself. */
export type ParentNode = UsedNode<Pick<FieldNode, 'selectionSet'>>;

/** Where objects are whose fields are collected. */
export interface Place {
  /** The deferred fragments that the objects are delivered with; empty where they are not deferred. */
  readonly around: readonly DeferUsage[];
  /** As that of `DeferUsage`. */
  readonly depth: number;
}

/** The data of an operation. */
export const topPlace: Place = { around: [], depth: 0 };

/** Fields of an object by their response names, in the order of the response: those of one name are one field. */
export type FieldSet = Map<string, [UsedNode, ...UsedNode[]]>;

/** Fields of an object that are delivered together, with the deferred fragments that they are delivered with. */
export interface CollectedFields {
  readonly usages: readonly DeferUsage[];
  readonly fields: FieldSet;
}

/** Divides fields by the deferred fragments that they are delivered with, so that each field is delivered once. */
export function divideFields(
  fields: FieldSet,
  around: readonly DeferUsage[],
): [CollectedFields, ...CollectedFields[]] {
  const parts: [CollectedFields, ...CollectedFields[]] = [{ usages: around, fields: new Map() }];
  for (const [name, group] of fields) {
    const usages = usagesOf(group);
    let part = parts.find((each) => isSame(each.usages, usages));
    if (part === undefined) parts.push((part = { usages, fields: new Map() }));
    part.fields.set(name, group);
  }
  return parts;
}

const isSame = (some: readonly DeferUsage[], others: readonly DeferUsage[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** The outermost of the deferred fragments that select a field; none where something selects it that is not deferred. */
function usagesOf(group: readonly UsedNode[]): readonly DeferUsage[] {
  const usages = new Set<DeferUsage>();
  for (const { usage } of group) {
    if (usage === undefined) return [];
    usages.add(usage);
  }
  if (usages.size === 1) return [...usages];
  return [...usages].filter(({ parent }) => {
    for (let outer = parent; outer !== undefined; outer = outer.parent) if (usages.has(outer)) return false;
    return true;
  });
}

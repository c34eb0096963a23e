import type { FieldNode } from 'graphql';

/**
 * The formats of incremental delivery, by the parameter of `Accept` that names them: `deferSpec=20220824`, in which each
 * deferred fragment is delivered with all its fields, and `incrementalSpec=v0.2`, in which no field is delivered twice.
 */
export type IncrementalSpec = '20220824' | 'v0.2';

/** A deferred fragment of the objects that a selection is on. */
export interface DeferUsage {
  readonly label: string | undefined;
  /** The deferred fragment around it. */
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
  readonly usage: DeferUsage | undefined;
}

/** Objects, and what is selected on them. */
export interface Place<Node = Pick<FieldNode, 'selectionSet'>> {
  /** Nodes whose selections are merged: those of one field, or the operation itself. */
  readonly nodes: readonly UsedNode<Node>[];
  /** The deferred fragments that the objects are delivered with; empty where they are not deferred. */
  readonly around: readonly DeferUsage[];
  /** As that of `DeferUsage`. */
  readonly depth: number;
}

/** Fields of one response name: they are one field with the selections of all. */
export type FieldGroup = readonly [UsedNode, ...UsedNode[]];

/** Fields of an object by their response names, in the order of the response. */
export type GroupedFieldSet = ReadonlyMap<string, FieldGroup>;

export interface CollectedFields {
  readonly groupedFieldSet: GroupedFieldSet;
  /** Fields that are delivered later, by the deferred fragments that they are delivered with. */
  readonly deferred: readonly DeferredFieldSet[];
}

interface DeferredFieldSet {
  readonly usages: readonly DeferUsage[];
  readonly groupedFieldSet: GroupedFieldSet;
}

export type MutableFieldSet = Map<string, [UsedNode, ...UsedNode[]]>;

/** Divides fields by the deferred fragments that they are delivered with, so that each field is delivered once. */
export function divideFields(fields: MutableFieldSet, around: readonly DeferUsage[]): CollectedFields {
  const numbers = new Map<DeferUsage, number>();
  const keyOf = (usages: readonly DeferUsage[]): string => {
    for (const usage of usages) if (!numbers.has(usage)) numbers.set(usage, numbers.size);
    return usages
      .map((usage) => numbers.get(usage) ?? 0)
      .sort((one, other) => one - other)
      .join();
  };
  const keyAround = keyOf(around);
  const groupedFieldSet: MutableFieldSet = new Map();
  const deferred = new Map<string, { usages: readonly DeferUsage[]; groupedFieldSet: MutableFieldSet }>();
  for (const [name, group] of fields) {
    const usages = usagesOf(group);
    const key = keyOf(usages);
    if (key === keyAround) groupedFieldSet.set(name, group);
    else {
      const known = deferred.get(key) ?? { usages, groupedFieldSet: new Map() };
      deferred.set(key, known);
      known.groupedFieldSet.set(name, group);
    }
  }
  return { groupedFieldSet, deferred: [...deferred.values()] };
}

/** The outermost of the deferred fragments that select a field; none where something selects it that is not deferred. */
function usagesOf(group: FieldGroup): readonly DeferUsage[] {
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

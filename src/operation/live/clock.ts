import type { SelectionSetNode } from 'graphql';
import { type Fragments, responseNameOf, selectedNodes } from '../../execution/selection.js';

/** The branches of a selection that lead to `resolvedAt`: the façade's own time, which is no change. */
export interface Clocks {
  /** Response names of `resolvedAt`. */
  readonly names: ReadonlySet<string>;
  readonly below: ReadonlyMap<string, Clocks>;
}

/** Undefined where the selections do not lead to any. Types are not told apart: one response name is one field. */
export function findClocks(
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
): Clocks | undefined {
  const names = new Set<string>();
  const inner = new Map<string, SelectionSetNode[]>();
  for (const { node } of selectionSets.flatMap((each) => selectedNodes(each, fragments))) {
    const name = responseNameOf(node);
    if (node.name.value === 'resolvedAt') names.add(name);
    if (node.selectionSet !== undefined) inner.set(name, [...(inner.get(name) ?? []), node.selectionSet]);
  }
  const below = new Map<string, Clocks>();
  for (const [name, sets] of inner) {
    const clocks = findClocks(sets, fragments);
    if (clocks !== undefined) below.set(name, clocks);
  }
  return names.size === 0 && below.size === 0 ? undefined : { names, below };
}

/** The data without what the clocks show; objects on the way are copied. */
export function withoutClocks(value: unknown, clocks: Clocks | undefined): unknown {
  if (clocks === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withoutClocks(each, clocks));
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value))
    if (!clocks.names.has(name)) kept[name] = withoutClocks(member, clocks.below.get(name));
  return kept;
}

import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** The branches of a selection that lead to `resolvedAt`: the façade's own time, which is no change. */
export interface Clocks {
  /** Response names of `resolvedAt`. */
  readonly names: ReadonlySet<string>;
  readonly below: ReadonlyMap<string, Clocks>;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Undefined where the selection does not lead to any. Types are not told apart: one response name is one field. */
export function findClocks(selectionSet: SelectionSetNode, fragments: Fragments): Clocks | undefined {
  const names = new Set<string>();
  const below = new Map<string, Clocks>();
  collect([selectionSet], fragments, names, below);
  return names.size === 0 && below.size === 0 ? undefined : { names, below };
}

function collect(
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
  names: Set<string>,
  below: Map<string, Clocks>,
): void {
  const inner = new Map<string, SelectionSetNode[]>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment !== undefined) visit(fragment.selectionSet);
        continue;
      }
      const name = selection.alias?.value ?? selection.name.value;
      if (selection.name.value === 'resolvedAt') names.add(name);
      if (selection.selectionSet !== undefined)
        inner.set(name, [...(inner.get(name) ?? []), selection.selectionSet]);
    }
  };
  selectionSets.forEach(visit);
  for (const [name, sets] of inner) {
    const clocks = { names: new Set<string>(), below: new Map<string, Clocks>() };
    collect(sets, fragments, clocks.names, clocks.below);
    if (clocks.names.size > 0 || clocks.below.size > 0) below.set(name, clocks);
  }
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

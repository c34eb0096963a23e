import { type FragmentDefinitionNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';
import { limitError } from './limit-error.js';

/** The size of a selection set with its fragments expanded. */
export interface Measure {
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  /** Fields and fragments, each as often as it is reached. */
  readonly parts: number;
  /** Levels of selection sets, those of fragments included. */
  readonly nesting: number;
  /** `@defer` and `@stream`. */
  readonly incremental: number;
}

/** Characters of an alias: it comes back with each object of the response. */
const maxAliasLength = 256;

const empty: Measure = { depth: 0, aliases: 0, parts: 0, nesting: 0, incremental: 0 };

/** A fragment that contains itself. */
const infinite: Measure = {
  depth: Infinity,
  aliases: Infinity,
  parts: Infinity,
  nesting: Infinity,
  incremental: Infinity,
};

/**
 * Measures each fragment once, so that fragments that double at each level are cheap; a cycle is infinite.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED for an alias that is too long
 */
export function createMeasure(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): (selectionSet: SelectionSetNode) => Measure {
  const measured = new Map<string, Measure>();

  const measureFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return empty;
    // Reached again while it is being measured, a fragment contains itself.
    measured.set(name, infinite);
    const measure = measureSelectionSet(fragment.selectionSet);
    measured.set(name, measure);
    return measure;
  };

  const measureBelow = (selection: SelectionNode): Measure => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value);
    return selection.selectionSet ? measureSelectionSet(selection.selectionSet) : empty;
  };

  const measureSelectionSet = ({ selections }: SelectionSetNode): Measure => {
    let { depth, aliases, parts, nesting, incremental } = empty;
    for (const selection of selections) {
      const below = measureBelow(selection);
      depth = Math.max(depth, below.depth + (selection.kind === Kind.FIELD ? 1 : 0));
      aliases += below.aliases + countAlias(selection);
      parts += below.parts + 1;
      nesting = Math.max(nesting, below.nesting);
      incremental += below.incremental + countIncremental(selection);
    }
    return { depth, aliases, parts, nesting: nesting + 1, incremental };
  };
  return measureSelectionSet;
}

function countAlias(selection: SelectionNode): number {
  if (selection.kind !== Kind.FIELD || selection.alias === undefined) return 0;
  const { length } = selection.alias.value;
  if (length > maxAliasLength) throw limitError(`has an alias of ${length} characters`, maxAliasLength);
  return 1;
}

function countIncremental({ directives = [] }: SelectionNode): number {
  let count = 0;
  for (const { name } of directives) if (name.value === 'defer' || name.value === 'stream') count += 1;
  return count;
}

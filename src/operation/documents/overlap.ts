import {
  type ArgumentNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/**
 * Comparisons of equal fields and of fragments that one operation may need, some 10 µs each. 140 equal fields with selections
 * in one place are as many, or 600 without; clients put the fragments of a few dozen components in one place.
 */
const maxComparisons = 10_000;

/** What two equal fields without selections cost, in comparison with two that have some. */
const leafShare = 0.05;

/** What two fragments in one place cost in comparison with two equal fields: they need not have any in common. */
const fragmentShare = 0.25;

/** Characters of arguments that are printed in the time of one comparison: they are compared as text. */
const charactersPerComparison = 25;

/**
 * Whether validation would have to compare too many fields with each other (GraphQL, "Field Selection Merging"): each two
 * that have one place in the answer, those below them, and each two fragments there. graphql-js gives up much later.
 *
 * @param document within its limits: fragments hold no other endlessly, and open to a bounded number of fields
 */
export function needsTooManyComparisons(document: DocumentNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  let comparisons = 0;

  const compare = (places: readonly SelectionSetNode[]): void => {
    const { fields, spreads } = collect(places, fragments);
    comparisons += pairs(spreads) * fragmentShare;
    for (const below of fields.values()) {
      const share = below.selections.length > 0 ? 1 : leafShare;
      comparisons += pairs(below.count) * (share + below.longest / charactersPerComparison);
      if (comparisons > maxComparisons) return;
      if (below.selections.length > 0) compare(below.selections);
    }
  };
  return document.definitions.some((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      return false;
    comparisons = 0;
    compare([definition.selectionSet]);
    return comparisons > maxComparisons;
  });
}

const pairs = (count: number): number => (count * (count - 1)) / 2;

const lengthOf = (given: readonly ArgumentNode[]): number =>
  (given.at(-1)?.loc?.end ?? 0) - (given[0]?.loc?.start ?? 0);

/** Fields of one name in the answer. */
interface Merged {
  count: number;
  /** Characters of the longest arguments. */
  longest: number;
  readonly selections: SelectionSetNode[];
}

function collect(
  places: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): { readonly fields: ReadonlyMap<string, Merged>; readonly spreads: number } {
  const fields = new Map<string, Merged>();
  const opened = new Set<string>();
  const open = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        let merged = fields.get(key);
        if (merged === undefined) fields.set(key, (merged = { count: 0, longest: 0, selections: [] }));
        merged.count += 1;
        merged.longest = Math.max(merged.longest, lengthOf(selection.arguments ?? []));
        if (selection.selectionSet) merged.selections.push(selection.selectionSet);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) open(selection.selectionSet);
      else if (!opened.has(selection.name.value)) {
        opened.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined) open(fragment.selectionSet);
      }
    }
  };
  for (const place of places) open(place);
  return { fields, spreads: opened.size };
}

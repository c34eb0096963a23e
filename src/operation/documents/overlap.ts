import {
  type DocumentNode,
  type FieldNode,
  isExecutableDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import {
  type Fragments,
  fragmentsOf,
  responseNameOf,
  type SelectionVisitor,
  walkSelection,
} from '../../execution/selection.js';

/**
 * Comparisons of equal fields and of fragments that one operation may need, some 10 µs each: those of 140 equal fields with
 * selections on one object, or of 600 without. Clients spread the fragments of a few dozen components on one object.
 */
const maxComparisons = 10_000;

/** The cost of two equal fields without selections, as a share of two with selections. */
const leafShare = 0.05;

/** The cost of two fragments on one object, as a share of two equal fields: they may have no field in common. */
const fragmentShare = 0.25;

/** Characters of arguments, which are compared as text, that cost as much as one comparison. */
const charactersPerComparison = 25;

/**
 * Whether validation would compare too many pairs (GraphQL, "Field Selection Merging"): of fields with one response name on
 * one object, of the fields below them, and of fragments on one object. graphql-js gives up much later.
 *
 * @param document within its limits: no fragment contains itself, and the number of fields is bounded
 */
export function needsTooManyComparisons(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  let comparisons = 0;

  const compare = (selectionSets: readonly SelectionSetNode[]): void => {
    const { fields, spreads } = mergeSelections(selectionSets, fragments);
    comparisons += pairs(spreads) * fragmentShare;
    for (const nodes of fields.values()) {
      const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      const share = below.length > 0 ? 1 : leafShare;
      const maxLength = nodes.reduce((max, node) => Math.max(max, argumentLength(node)), 0);
      comparisons += pairs(nodes.length) * (share + maxLength / charactersPerComparison);
      if (comparisons > maxComparisons) return;
      if (below.length > 0) compare(below);
    }
  };
  return document.definitions.filter(isExecutableDefinitionNode).some(({ selectionSet }) => {
    comparisons = 0;
    compare([selectionSet]);
    return comparisons > maxComparisons;
  });
}

const pairs = (count: number): number => (count * (count - 1)) / 2;

const argumentLength = ({ arguments: given = [] }: FieldNode): number =>
  (given.at(-1)?.loc?.end ?? 0) - (given[0]?.loc?.start ?? 0);

/** The fields of one object by their response names, and how many fragments are spread on it. */
function mergeSelections(selectionSets: readonly SelectionSetNode[], fragments: Fragments) {
  const fields = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  const visitor: SelectionVisitor<true> = {
    field(node) {
      const name = responseNameOf(node);
      const others = fields.get(name);
      if (others === undefined) fields.set(name, [node]);
      else others.push(node);
    },
    fragment(use) {
      if (use.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(use.name.value)) return undefined;
        visited.add(use.name.value);
      }
      return true;
    },
  };
  for (const each of selectionSets) walkSelection(each, fragments, visitor, true);
  return { fields, spreads: visited.size };
}

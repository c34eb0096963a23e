import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  isExecutableDefinitionNode,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Settings } from '../config.js';
import {
  fieldNodesOf,
  type Fragments,
  fragmentsOf,
  responseNameOf,
} from '../execution/selection.js';
import { refusal } from '../graphql/error.js';
import { findFragmentCycles } from './fragment-cycle.js';
import { type Measure, measure } from './measure.js';

/**
 * Levels of selection sets. Nested fragments need many, and no client that we know needs so many.
 */
const usualNesting = 200;

/** Levels that no setting raises: what compiles and executes an operation calls itself for each. */
const maxNesting = 400;

/** Characters of an alias: it comes back with each object of the response. */
const maxAliasLength = 256;

/** `@defer` and `@stream` of one operation; each applies to every object around it again. */
const maxIncremental = 100;

/**
 * Parts of all operations of a document together, and of fragments that none uses, in multiples of
 * MAX_QUERY_TOKENS.
 */
const maxPartsFactor = 8;

/**
 * Checks a document before it is validated: a refusal must be cheap.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED, or without a code for a cycle of fragments
 */
export function checkLimits(document: DocumentNode, limits: Settings): void {
  const fragments = fragmentsOf(document);
  const [cycle] = findFragmentCycles(fragments).values();
  if (cycle !== undefined) throw cycle;
  const roots = measureRoots(document, fragments);
  let allParts = 0;
  for (const measured of roots.values()) {
    checkMeasure(measured, limits);
    allParts += measured.parts;
  }
  // Validation visits the fragments of each operation again.
  checkLimit(
    allParts,
    limits.MAX_QUERY_TOKENS * maxPartsFactor,
    `is one of several that select ${printCount(allParts)} parts together, with their fragments expanded`,
    `${maxPartsFactor} × MAX_QUERY_TOKENS`,
  );
  checkLiterals(document, limits.MAX_QUERY_DEPTH);
  for (const root of roots.keys()) {
    if (countComparisons([root], fragments) > maxComparisons) throw comparisonError();
  }
}

/**
 * Operations, then the fragments that nothing before uses: these are compared too, before
 * validation refuses them.
 */
function measureRoots(
  { definitions }: DocumentNode,
  fragments: Fragments,
): ReadonlyMap<SelectionSetNode, Measure> {
  const measured = new Map<SelectionSetNode, Measure>();
  const roots = new Map<SelectionSetNode, Measure>();
  for (const kind of [Kind.OPERATION_DEFINITION, Kind.FRAGMENT_DEFINITION]) {
    for (const each of definitions) {
      if (each.kind !== kind || !isExecutableDefinitionNode(each)) continue;
      const { selectionSet } = each;
      // What a root contains costs no more than the root.
      if (measured.has(selectionSet)) continue;
      roots.set(selectionSet, measure(selectionSet, fragments, measured));
    }
  }
  return roots;
}

function checkMeasure(
  { depth, aliases, aliasLength, parts, nesting, incremental }: Measure,
  { MAX_QUERY_DEPTH, MAX_QUERY_ALIASES, MAX_QUERY_TOKENS }: Settings,
): void {
  checkLimit(depth, MAX_QUERY_DEPTH, `is ${printCount(depth)} levels deep`, 'MAX_QUERY_DEPTH');
  checkLimit(aliasLength, maxAliasLength, `has an alias of ${aliasLength} characters`);
  checkLimit(aliases, MAX_QUERY_ALIASES, `has ${printCount(aliases)} aliases`, 'MAX_QUERY_ALIASES');
  const maxLevels = Math.min(Math.max(usualNesting, MAX_QUERY_DEPTH), maxNesting);
  checkLimit(
    nesting,
    maxLevels,
    `nests selections and fragments ${printCount(nesting)} levels deep`,
  );
  const what = `has ${printCount(incremental)} @defer and @stream with its fragments expanded`;
  checkLimit(incremental, maxIncremental, what);
  // Every part is at least one token: only fragments that are spread repeatedly can exceed the
  // limit here.
  const allParts = `selects ${printCount(parts)} parts with its fragments expanded`;
  checkLimit(parts, MAX_QUERY_TOKENS, allParts, 'MAX_QUERY_TOKENS');
}

function checkLimit(value: number, max: number, what: string, setting?: string): void {
  if (value > max) throw limitError(what, max, setting);
}

const printCount = (value: number): string =>
  Number.isFinite(value) ? String(value) : 'infinitely many';

/**
 * No literal may be nested deeper than a selection, which no argument takes. No depth overflows the
 * stack of `visit`.
 */
function checkLiterals(document: DocumentNode, maxDepth: number): void {
  let depth = 0;
  const nested = {
    enter() {
      depth += 1;
      if (depth > maxDepth) {
        throw limitError(
          'has a literal of more levels of lists and objects',
          maxDepth,
          'MAX_QUERY_DEPTH',
        );
      }
    },
    leave() {
      depth -= 1;
    },
  };
  visit(document, { ListValue: nested, ObjectValue: nested });
}

export const limitError = (
  what: string,
  max: number,
  setting = 'fixed: no setting raises it',
): GraphQLError =>
  refusal(
    `The operation ${what}; at most ${max} are allowed (${setting}).`,
    'OPERATION_LIMIT_EXCEEDED',
  );

export const comparisonError = (): GraphQLError =>
  refusal(
    'The operation selects equal fields or fragments too often to be validated; the limit is fixed, and no setting raises it. Select each field once.',
    'OPERATION_LIMIT_EXCEEDED',
  );

/**
 * Comparisons of equal fields and of fragments that one operation may need, some 10 µs each: those
 * of 140 equal fields with selections on one object, or of 600 without. Clients spread the
 * fragments of a few dozen components on one object.
 */
const maxComparisons = 10_000;

/** The cost of two equal fields without selections, as a share of two with selections. */
const leafShare = 0.05;

/**
 * The cost of two fragments on one object, as a share of two equal fields: they may have no field
 * in common.
 */
const fragmentShare = 0.25;

/** Characters of arguments, which are compared as text, that cost as much as one comparison. */
const charactersPerComparison = 25;

/**
 * The comparisons that validation would make (GraphQL, "Field Selection Merging"): of fields with
 * one response name on one object, of the fields below them, and of fragments on one object. The
 * count ends beyond the limit; graphql-js gives up much later.
 *
 * @param selectionSets of one object, within their limits: no fragment contains itself, and the
 *   number of fields is bounded
 * @param before comparisons that are counted already
 */
function countComparisons(
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
  before = 0,
): number {
  const { fields, spreads } = mergeSelections(selectionSets, fragments);
  let comparisons = before + pairs(spreads) * fragmentShare;
  for (const nodes of fields.values()) {
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const share = below.length > 0 ? 1 : leafShare;
    const maxLength = nodes.reduce((max, node) => Math.max(max, argumentLength(node)), 0);
    comparisons += pairs(nodes.length) * (share + maxLength / charactersPerComparison);
    if (comparisons > maxComparisons) break;
    if (below.length > 0) comparisons = countComparisons(below, fragments, comparisons);
  }
  return comparisons;
}

const pairs = (count: number): number => (count * (count - 1)) / 2;

const argumentLength = ({ arguments: given = [] }: FieldNode): number =>
  (given.at(-1)?.loc?.end ?? 0) - (given[0]?.loc?.start ?? 0);

/** The fields of one object by their response names, and how many fragments are spread on it. */
function mergeSelections(selectionSets: readonly SelectionSetNode[], fragments: Fragments) {
  const fields = new Map<string, FieldNode[]>();
  const spreads = new Set<string>();
  for (const node of fieldNodesOf(selectionSets, fragments, spreads)) {
    const name = responseNameOf(node);
    const others = fields.get(name);
    if (others === undefined) fields.set(name, [node]);
    else others.push(node);
  }
  return { fields, spreads: spreads.size };
}

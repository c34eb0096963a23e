import {
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  isExecutableDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Settings } from '../../config.js';
import { fieldNodesOf, type Fragments, fragmentsOf, responseNameOf } from '../../execution/selection.js';
import { refusal } from '../../graphql/error.js';
import { isIncrementalDirective } from './checked-operation.js';
import { findFragmentCycles } from './fragment-cycle.js';

/** Levels of selection sets. Nested fragments need many, and no client that we know needs so many. */
const usualNesting = 200;

/** Levels that no setting raises: what compiles and executes an operation calls itself for each. */
const maxNesting = 400;

/** `@defer` and `@stream` of one operation; each applies to every object around it again. */
const maxIncremental = 100;

/** Parts of all operations of a document together, and of fragments that none uses, in multiples of MAX_QUERY_TOKENS. */
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
  for (const root of roots.keys())
    if (countComparisons([root], fragments) > maxComparisons) throw comparisonError();
}

/** Operations, then the fragments that nothing before uses: these are compared too, before validation refuses them. */
function measureRoots(
  { definitions }: DocumentNode,
  fragments: Fragments,
): ReadonlyMap<SelectionSetNode, Readonly<Measure>> {
  const measured: MeasureMap = new Map();
  const roots = new Map<SelectionSetNode, Readonly<Measure>>();
  for (const kind of [Kind.OPERATION_DEFINITION, Kind.FRAGMENT_DEFINITION])
    for (const each of definitions)
      // What a root contains costs no more than the root.
      if (each.kind === kind && isExecutableDefinitionNode(each) && !measured.has(each.selectionSet))
        roots.set(each.selectionSet, measure(each.selectionSet, fragments, measured));
  return roots;
}

function checkMeasure(
  { depth, aliases, parts, nesting, incremental }: Measure,
  { MAX_QUERY_DEPTH, MAX_QUERY_ALIASES, MAX_QUERY_TOKENS }: Settings,
): void {
  checkLimit(depth, MAX_QUERY_DEPTH, `is ${printCount(depth)} levels deep`, 'MAX_QUERY_DEPTH');
  checkLimit(aliases, MAX_QUERY_ALIASES, `has ${printCount(aliases)} aliases`, 'MAX_QUERY_ALIASES');
  const maxLevels = Math.min(Math.max(usualNesting, MAX_QUERY_DEPTH), maxNesting);
  checkLimit(nesting, maxLevels, `nests selections and fragments ${printCount(nesting)} levels deep`);
  const what = `has ${printCount(incremental)} @defer and @stream with its fragments expanded`;
  checkLimit(incremental, maxIncremental, what);
  // Every part is at least one token: only fragments that are spread repeatedly can exceed the limit here.
  const allParts = `selects ${printCount(parts)} parts with its fragments expanded`;
  checkLimit(parts, MAX_QUERY_TOKENS, allParts, 'MAX_QUERY_TOKENS');
}

function checkLimit(value: number, max: number, what: string, setting?: string): void {
  if (value > max) throw limitError(what, max, setting);
}

const printCount = (value: number): string => (Number.isFinite(value) ? String(value) : 'infinitely many');

/** No literal may be nested deeper than a selection, which no argument takes. No depth overflows the stack of `visit`. */
function checkLiterals(document: DocumentNode, maxDepth: number): void {
  let depth = 0;
  const nested = {
    enter() {
      depth += 1;
      if (depth > maxDepth)
        throw limitError('has a literal of more levels of lists and objects', maxDepth, 'MAX_QUERY_DEPTH');
    },
    leave() {
      depth -= 1;
    },
  };
  visit(document, { ListValue: nested, ObjectValue: nested });
}

/** Characters of an alias: it comes back with each object of the response. */
const maxAliasLength = 256;

/** A selection set with its fragments expanded. */
class Measure {
  /** Levels of fields. */
  depth = 0;
  aliases = 0;
  /** Fields and fragments, each as often as it is reached. */
  parts = 0;
  /** Levels of selection sets, those of fragments included. */
  nesting = 0;
  /** `@defer` and `@stream`. */
  incremental = 0;
  /** How many of its selections are counted. */
  private counted = 0;

  constructor(readonly selectionSet: SelectionSetNode) {}

  /** Counts selections up to one over a selection set that is not measured, which is returned. */
  countUntilUnknown(fragments: Fragments, measured: MeasureMap): SelectionSetNode | undefined {
    const { selections } = this.selectionSet;
    for (let next = selections[this.counted]; next !== undefined; next = selections[this.counted]) {
      const opened = next.kind === Kind.FRAGMENT_SPREAD ? fragments[next.name.value] : next;
      const inside = opened?.selectionSet;
      const below = inside && measured.get(inside);
      if (inside !== undefined && below === undefined) return inside;
      this.count(next, below);
      this.counted += 1;
    }
    return undefined;
  }

  private count(selection: SelectionNode, below: Readonly<Measure> | undefined): void {
    this.depth = Math.max(this.depth, (below?.depth ?? 0) + (selection.kind === Kind.FIELD ? 1 : 0));
    this.aliases += (below?.aliases ?? 0) + countAlias(selection);
    this.parts += (below?.parts ?? 0) + 1;
    this.nesting = Math.max(this.nesting, (below?.nesting ?? 0) + 1);
    const incremental = (selection.directives ?? []).filter(isIncrementalDirective).length;
    this.incremental += (below?.incremental ?? 0) + incremental;
  }
}

type MeasureMap = Map<SelectionSetNode, Readonly<Measure>>;

/**
 * Measures each fragment once, so that fragments that double at each level are cheap. No chain of them
 * overflows the stack.
 *
 * @param fragments without a cycle
 * @param measured receives all selection sets that are reached
 */
function measure(root: SelectionSetNode, fragments: Fragments, measured: MeasureMap): Readonly<Measure> {
  const outermost = new Measure(root);
  const open = [outermost];
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const unknown = inner.countUntilUnknown(fragments, measured);
    if (unknown !== undefined) open.push(new Measure(unknown));
    else {
      measured.set(inner.selectionSet, inner);
      open.pop();
    }
  }
  return outermost;
}

function countAlias(selection: SelectionNode): number {
  if (selection.kind !== Kind.FIELD || selection.alias === undefined) return 0;
  const { length } = selection.alias.value;
  if (length > maxAliasLength) throw limitError(`has an alias of ${length} characters`, maxAliasLength);
  return 1;
}

export const limitError = (
  what: string,
  max: number,
  setting = 'fixed: no setting raises it',
): GraphQLError =>
  refusal(`The operation ${what}; at most ${max} are allowed (${setting}).`, 'OPERATION_LIMIT_EXCEEDED');

export const comparisonError = (): GraphQLError =>
  refusal(
    'The operation selects equal fields or fragments too often to be validated; the limit is fixed, and no setting raises it. Select each field once.',
    'OPERATION_LIMIT_EXCEEDED',
  );

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
 * The comparisons that validation would make (GraphQL, "Field Selection Merging"): of fields with one response name on one
 * object, of the fields below them, and of fragments on one object. The count ends beyond the limit; graphql-js gives up
 * much later.
 *
 * @param selectionSets of one object, within their limits: no fragment contains itself, and the number of fields is bounded
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

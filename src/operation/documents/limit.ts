import { type DocumentNode, type FragmentDefinitionNode, Kind, visit } from 'graphql';
import { limitError } from './limit-error.js';
import { createMeasure, type Measure } from './measure.js';

export interface DocumentLimits {
  readonly maxDepth: number;
  readonly maxTokens: number;
  readonly maxAliases: number;
}

/** Levels of selection sets. Nested fragments need many, and no client that we know needs so many. */
const maxNesting = 200;

/** `@defer` and `@stream` of one operation; each applies to every object around it again. */
const maxIncremental = 100;

/** Parts of all operations of a document together, in multiples of MAX_QUERY_TOKENS. */
const maxPartsFactor = 8;

/**
 * Checks the limits of a document before it is validated: a refusal must be cheap.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED
 */
export function checkLimits(document: DocumentNode, limits: DocumentLimits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const measure = createMeasure(fragments);
  let allParts = 0;
  for (const each of document.definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue;
    const measured = measure(each.selectionSet);
    checkMeasure(measured, limits);
    allParts += measured.parts;
  }
  // Validation visits the fragments of each operation again.
  const maxParts = limits.maxTokens * maxPartsFactor;
  if (allParts > maxParts)
    throw limitError(
      `is one of several that select ${print(allParts)} parts together, with their fragments expanded`,
      maxParts,
      `${maxPartsFactor} × MAX_QUERY_TOKENS`,
    );
}

function checkMeasure(
  { depth, aliases, parts, nesting, incremental }: Measure,
  { maxDepth, maxAliases, maxTokens }: DocumentLimits,
): void {
  if (depth > maxDepth) throw limitError(`is ${print(depth)} levels deep`, maxDepth, 'MAX_QUERY_DEPTH');
  if (aliases > maxAliases)
    throw limitError(`has ${print(aliases)} aliases`, maxAliases, 'MAX_QUERY_ALIASES');
  if (nesting > Math.max(maxNesting, maxDepth))
    throw limitError(`nests selections and fragments ${print(nesting)} levels deep`, maxNesting);
  if (incremental > maxIncremental)
    throw limitError(
      `has ${print(incremental)} @defer and @stream with its fragments expanded`,
      maxIncremental,
    );
  // Every part is at least one token: only fragments that are spread repeatedly can exceed the limit here.
  if (parts > maxTokens)
    throw limitError(
      `selects ${print(parts)} parts with its fragments expanded`,
      maxTokens,
      'MAX_QUERY_TOKENS',
    );
}

const print = (value: number): string => (Number.isFinite(value) ? String(value) : 'infinitely many');

/**
 * Refuses literals that are nested deeper than a selection may be, which no argument takes. `visit` has a stack of its own,
 * which no depth can overflow.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED
 */
export function checkLiterals(document: DocumentNode, maxDepth: number): void {
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

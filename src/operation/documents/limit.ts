import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type SelectionSetNode,
  visit,
} from 'graphql';

export interface DocumentLimits {
  readonly maxDepth: number;
  readonly maxTokens: number;
  readonly maxAliases: number;
}

/** What a selection amounts to once its fragments are opened. */
interface Measure {
  readonly depth: number;
  readonly aliases: number;
  /** Fields and fragments, each as often as it is reached. */
  readonly parts: number;
  /** Selections inside selections, those of fragments included. */
  readonly nesting: number;
  /** `@defer` and `@stream`. */
  readonly incremental: number;
}

/** Selections inside selections. Fragments that hold one another need many, and no client that we know needs so many. */
const maxNesting = 200;

/** `@defer` and `@stream` of one operation; each repeats what it is applied to for each object around it. */
const maxIncremental = 100;

/** Parts of all operations of a document together, in MAX_QUERY_TOKENS. */
const maxRounds = 8;

/** Characters of an alias: it comes back with each object of the answer. */
const maxAliasLength = 256;

/**
 * Refuses a document that is deeper or has more aliases than one may have, before it is validated: what is refused
 * must be cheap. Each fragment is measured once, so doubling fragments cost nothing; a cycle counts as endless.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED
 */
export function checkLimits(
  document: DocumentNode,
  { maxDepth, maxAliases, maxTokens }: DocumentLimits,
): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  const measure = createMeasure(fragments);
  let allParts = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    const { depth, aliases, parts, nesting, incremental } = measure(definition.selectionSet);
    if (depth > maxDepth) throw exceeded(`is ${tellNumber(depth)} levels deep`, maxDepth, 'MAX_QUERY_DEPTH');
    if (aliases > maxAliases)
      throw exceeded(`has ${tellNumber(aliases)} aliases`, maxAliases, 'MAX_QUERY_ALIASES');
    if (nesting > Math.max(maxNesting, maxDepth))
      throw exceeded(`nests selections and fragments ${tellNumber(nesting)} levels deep`, maxNesting);
    if (incremental > maxIncremental)
      throw exceeded(
        `has ${tellNumber(incremental)} @defer and @stream with its fragments opened`,
        maxIncremental,
      );
    // Every part is a token at least: only fragments that are used again and again can make it more.
    if (parts > maxTokens)
      throw exceeded(
        `selects ${tellNumber(parts)} parts with its fragments opened`,
        maxTokens,
        'MAX_QUERY_TOKENS',
      );
    allParts += parts;
  }
  // Validation goes through the fragments of each operation anew.
  if (allParts > maxTokens * maxRounds)
    throw exceeded(
      `is one of several that select ${tellNumber(allParts)} parts together, with their fragments opened`,
      maxTokens * maxRounds,
      `${maxRounds} × MAX_QUERY_TOKENS`,
    );
}

/** @param setting undefined for a limit that is fixed */
export function exceeded(what: string, most: number, setting?: string): GraphQLError {
  const raised = setting ?? 'fixed: no setting raises it';
  return new GraphQLError(`The operation ${what}; at most ${most} are allowed (${raised}).`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
  });
}

const nothing: Measure = { depth: 0, aliases: 0, parts: 0, nesting: 0, incremental: 0 };

/** A fragment that contains itself. */
const endless: Measure = {
  depth: Infinity,
  aliases: Infinity,
  parts: Infinity,
  nesting: Infinity,
  incremental: Infinity,
};

/**
 * Refuses literals that are nested deeper than a selection may be, which no argument takes. `visit` keeps a stack of its
 * own, so that no depth can overflow ours.
 *
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED
 */
export function checkLiterals(document: DocumentNode, maxDepth: number): void {
  let depth = 0;
  const nested = {
    enter() {
      depth += 1;
      if (depth > maxDepth)
        throw exceeded('has a literal of more levels of lists and objects', maxDepth, 'MAX_QUERY_DEPTH');
    },
    leave() {
      depth -= 1;
    },
  };
  visit(document, { ListValue: nested, ObjectValue: nested });
}

const tellNumber = (value: number): string => (Number.isFinite(value) ? String(value) : 'endlessly many');

function createMeasure(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Measure>();

  const measureFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    // Found again while it is being measured, a fragment contains itself.
    measured.set(name, endless);
    const measure = measureSelection(fragment.selectionSet);
    measured.set(name, measure);
    return measure;
  };

  const measureSelection = ({ selections }: SelectionSetNode): Measure => {
    let depth = 0;
    let aliases = 0;
    let parts = selections.length;
    let nesting = 0;
    let incremental = 0;
    for (const selection of selections) {
      const level = selection.kind === 'Field' ? 1 : 0;
      if (selection.kind === 'Field' && selection.alias !== undefined) {
        aliases += 1;
        if (selection.alias.value.length > maxAliasLength)
          throw exceeded(`has an alias of ${selection.alias.value.length} characters`, maxAliasLength);
      }
      for (const { name } of selection.directives ?? [])
        if (name.value === 'defer' || name.value === 'stream') incremental += 1;
      const below =
        selection.kind === 'FragmentSpread'
          ? measureFragment(selection.name.value)
          : selection.selectionSet && measureSelection(selection.selectionSet);
      depth = Math.max(depth, level + (below?.depth ?? 0));
      aliases += below?.aliases ?? 0;
      parts += below?.parts ?? 0;
      nesting = Math.max(nesting, below?.nesting ?? 0);
      incremental += below?.incremental ?? 0;
    }
    return { depth, aliases, parts, nesting: nesting + 1, incremental };
  };
  return measureSelection;
}

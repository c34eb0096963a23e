import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, type SelectionSetNode } from 'graphql';

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
}

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
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    const { depth, aliases, parts } = measure(definition.selectionSet);
    if (depth > maxDepth) throw exceeded(`is ${tellNumber(depth)} levels deep`, maxDepth, 'MAX_QUERY_DEPTH');
    if (aliases > maxAliases)
      throw exceeded(`has ${tellNumber(aliases)} aliases`, maxAliases, 'MAX_QUERY_ALIASES');
    // Every part is a token at least: only fragments that are used again and again can make it more.
    if (parts > maxTokens)
      throw exceeded(
        `selects ${tellNumber(parts)} parts with its fragments opened`,
        maxTokens,
        'MAX_QUERY_TOKENS',
      );
  }
}

export function exceeded(what: string, most: number, setting: string): GraphQLError {
  return new GraphQLError(`The operation ${what}; at most ${most} are allowed (${setting}).`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
  });
}

const tellNumber = (value: number): string => (Number.isFinite(value) ? String(value) : 'endlessly many');

function createMeasure(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const measured = new Map<string, Measure>();

  const measureFragment = (name: string): Measure => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    if (fragment === undefined) return { depth: 0, aliases: 0, parts: 0 };
    // Found again while it is being measured, a fragment contains itself.
    measured.set(name, { depth: Infinity, aliases: Infinity, parts: Infinity });
    const measure = measureSelection(fragment.selectionSet);
    measured.set(name, measure);
    return measure;
  };

  const measureSelection = ({ selections }: SelectionSetNode): Measure => {
    let depth = 0;
    let aliases = 0;
    let parts = selections.length;
    for (const selection of selections) {
      const level = selection.kind === 'Field' ? 1 : 0;
      if (selection.kind === 'Field' && selection.alias !== undefined) aliases += 1;
      const below =
        selection.kind === 'FragmentSpread'
          ? measureFragment(selection.name.value)
          : selection.selectionSet && measureSelection(selection.selectionSet);
      depth = Math.max(depth, level + (below?.depth ?? 0));
      aliases += below?.aliases ?? 0;
      parts += below?.parts ?? 0;
    }
    return { depth, aliases, parts };
  };
  return measureSelection;
}

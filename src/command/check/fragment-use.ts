import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { onceFor } from '../../base/once.js';
import { type Fragments, fragmentsOf } from '../../execution/selection.js';
import { countTokens } from '../../document/document.js';
import { findFragmentCycles, spreadsOf } from '../../document/fragment-cycle.js';

/**
 * Which fragments the operations of a group use. Each fragment is read once, however many use it.
 */
export class FragmentUse {
  private readonly fragments: Fragments;
  private readonly cycles: ReadonlyMap<string, GraphQLError>;
  private readonly namesIn = onceFor(({ selectionSet }: ExecutableDefinitionNode) =>
    spreadsOf(selectionSet).map(({ name }) => name.value),
  );

  /** @param group its operations and their fragments */
  constructor(group: DocumentNode) {
    this.fragments = fragmentsOf(group);
    this.cycles = findFragmentCycles(this.fragments);
  }

  /**
   * An operation with the fragments that it uses, in the order of their first use.
   *
   * @param maxTokens of a document; one that has more is cut where it has them
   * @throws GraphQLError where a fragment that it uses contains itself
   */
  documentOf(operation: OperationDefinitionNode, maxTokens: number): DocumentNode {
    const cycle = this.namesIn(operation).flatMap((name) => this.cycles.get(name) ?? [])[0];
    if (cycle !== undefined) throw cycle;
    const definitions: ExecutableDefinitionNode[] = [];
    let tokens = 0;
    for (const definition of this.reach([operation])) {
      definitions.push(definition);
      tokens += countTokens(definition);
      if (tokens > maxTokens) break;
    }
    return { kind: Kind.DOCUMENT, definitions };
  }

  /** As graphql's `NoUnusedFragmentsRule`, which follows the fragments of each operation anew. */
  readonly noUnusedRule: ValidationRule = (context) => ({
    Document: {
      leave: ({ definitions }) => {
        const operations = definitions.flatMap((each) =>
          each.kind === Kind.OPERATION_DEFINITION ? [each] : [],
        );
        const used = new Set<unknown>(this.reach(operations));
        for (const each of definitions) {
          if (
            each.kind === Kind.FRAGMENT_DEFINITION &&
            !used.has(this.fragments[each.name.value])
          ) {
            context.reportError(neverUsed(each));
          }
        }
      },
    },
  });

  /** The operations, then the fragments that they use, each once. */
  private *reach(
    operations: readonly OperationDefinitionNode[],
  ): Generator<ExecutableDefinitionNode> {
    const reached = new Set<ExecutableDefinitionNode>(operations);
    // A set that grows is visited to its end.
    for (const definition of reached) {
      yield definition;
      for (const name of this.namesIn(definition)) {
        const fragment = this.fragments[name];
        if (fragment !== undefined) reached.add(fragment);
      }
    }
  }
}

const neverUsed = (node: FragmentDefinitionNode): GraphQLError =>
  new GraphQLError(`Fragment "${node.name.value}" is never used.`, { nodes: node });

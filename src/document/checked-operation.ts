import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { directivesOf, fieldNodesOf, type Fragments, fragmentsOf } from '../execution/selection.js';
import { refusal } from '../graphql/error.js';
import { type LiveOperation, toLiveOperation } from './live-operation.js';

/** One operation of a valid document, with the facts that its document alone gives. */
export interface CheckedOperation {
  readonly ast: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly name: string;
  /** Whether it needs a credential: all but introspection, `__typename` and `_service` do. */
  readonly readsPartnerData: boolean;
  /** Whether it has `@defer` or `@stream`. */
  readonly isIncremental: boolean;
  /** Undefined for a query. */
  readonly live: (LiveOperation & { readonly query: CheckedOperation }) | undefined;
}

/**
 * The operations of a document. Each is checked when it is first picked: there may be hundreds, and
 * a request runs one.
 */
export class CheckedOperations {
  readonly names: readonly string[];
  readonly kinds: readonly OperationTypeNode[];
  private readonly definitions = new Map<string, OperationDefinitionNode>();
  private readonly checked = new Map<string, CheckedOperation>();
  private readonly fragments: Fragments;
  private readonly isIncremental: boolean;

  constructor(
    private readonly ast: DocumentNode,
    private readonly schema: GraphQLSchema,
  ) {
    for (const each of ast.definitions) {
      if (each.kind === Kind.OPERATION_DEFINITION) {
        this.definitions.set(each.name?.value ?? '', each);
      }
    }
    this.names = [...this.definitions.keys()];
    this.kinds = [...this.definitions.values()].map(({ operation }) => operation);
    this.fragments = fragmentsOf(ast);
    this.isIncremental = directivesOf(ast).some(isIncrementalDirective);
  }

  /**
   * The operation that a request names.
   *
   * @throws GraphQLError where there is none of that name, or several and no name
   */
  pick(operationName: string | undefined): CheckedOperation {
    const { names } = this;
    if (operationName === undefined && names.length > 1) {
      throw unknownOperation('The document has several operations: name one in operationName.');
    }
    const operation = this.get(operationName ?? names[0] ?? '');
    if (operation !== undefined) return operation;
    throw unknownOperation(
      operationName === undefined
        ? 'The document has no operation.'
        : `The document has no operation named ${JSON.stringify(operationName.slice(0, 100))}.`,
    );
  }

  /** @param name empty for the anonymous one */
  get(name: string): CheckedOperation | undefined {
    const definition = this.definitions.get(name);
    if (definition === undefined) return undefined;
    const known = this.checked.get(name);
    if (known !== undefined) return known;
    const operation = this.check(this.ast, definition, this.isIncremental);
    this.checked.set(name, operation);
    return operation;
  }

  private check(
    ast: DocumentNode,
    definition: OperationDefinitionNode,
    isIncremental: boolean,
  ): CheckedOperation {
    const { schema, fragments } = this;
    const live =
      definition.operation === OperationTypeNode.SUBSCRIPTION
        ? toLiveOperation(schema, ast, definition, fragments)
        : undefined;
    return {
      ast,
      definition,
      name: definition.name?.value ?? '',
      readsPartnerData: selectsData(definition, fragments),
      isIncremental,
      live: live && { ...live, query: this.check(live.ast, live.definition, false) },
    };
  }
}

export const isIncrementalDirective = ({ name }: DirectiveNode): boolean =>
  name.value === 'defer' || name.value === 'stream';

/** Introspection, `__typename` and the subgraph's SDL do not read the Partner API. */
const selectsData = ({ selectionSet }: OperationDefinitionNode, fragments: Fragments): boolean =>
  fieldNodesOf([selectionSet], fragments).some(({ name }) => !/^__|^_service$/.test(name.value));

const unknownOperation = (message: string): GraphQLError =>
  refusal(message, 'GRAPHQL_VALIDATION_FAILED');

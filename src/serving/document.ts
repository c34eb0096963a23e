import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { checkLimits, type DocumentLimits, exceeded } from './limit.js';

/** A document that may be executed, and what is known of it beforehand. */
export interface CheckedDocument {
  readonly ast: DocumentNode;
  /** Whether it selects a link from one record to another, which is followed by id. */
  readonly hasLinks: boolean;
}

/** A document, or why it is refused. */
export type DocumentResult = CheckedDocument | { readonly errors: readonly GraphQLError[] };

export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly limits: DocumentLimits;
  readonly introspection: boolean;
}

/** Characters of all documents that are kept; a parsed document takes some fifty times its text in memory. */
const mostCharacters = 512 * 1024;

/** Parses and checks documents, and keeps the ones used lately. */
export function createDocuments(options: DocumentOptions): (query: string) => DocumentResult {
  const kept = new LRUCache<string, DocumentResult>({
    maxSize: mostCharacters,
    // Refusals are small, but they are many when somebody tries.
    sizeCalculation: (_document, query) => query.length + 200,
  });
  return (query) => {
    const known = kept.get(query);
    if (known !== undefined) return known;
    const document = check(query, options);
    kept.set(query, document);
    return document;
  };
}

function check(query: string, { schema, limits, introspection }: DocumentOptions): DocumentResult {
  try {
    const ast = parseWithin(query, limits.maxTokens);
    checkLimits(ast, limits);
    const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(schema, ast, rules);
    if (errors.length > 0) return { errors: errors.map((error) => asRefusal(error, introspection)) };
    return { ast, hasLinks: hasLinks(ast) };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [asRefusal(error, introspection)] };
    throw error;
  }
}

function parseWithin(query: string, maxTokens: number): DocumentNode {
  try {
    return parse(query, { maxTokens, noLocation: false });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('Document contains more th'))
      throw exceeded('is too long in tokens', maxTokens, 'MAX_QUERY_TOKENS');
    throw withCode(error, error.message, 'GRAPHQL_PARSE_FAILED');
  }
}

/** A suggestion would tell names of the schema to somebody who may not ask for them. */
function asRefusal(error: GraphQLError, introspection: boolean): GraphQLError {
  const message = introspection ? error.message : error.message.replace(/ Did you mean .*$/s, '');
  return withCode(error, message, error.extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED');
}

/** `spec`: the status is for `application/graphql-response+json`; older clients expect 200 with their JSON. */
function withCode({ nodes, source, positions }: GraphQLError, message: string, code: unknown): GraphQLError {
  const extensions = { code, http: { spec: true, status: 400 } };
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    extensions,
  });
}

/** Names of the fields that lead from one record to another by its id (architecture, 8). */
const linkFields: ReadonlySet<string> = new Set(['media', 'screen']);

function hasLinks(ast: DocumentNode): boolean {
  let found = false;
  let depth = 0;
  visit(ast, {
    Field: {
      enter(node) {
        depth += 1;
        // At the root these are look-ups and collections.
        if (depth > 1 && linkFields.has(node.name.value)) found = true;
      },
      leave() {
        depth -= 1;
      },
    },
    FragmentDefinition: { enter: () => void (depth += 1), leave: () => void (depth -= 1) },
  });
  return found;
}

/**
 * The operation that a request names.
 *
 * @throws GraphQLError when there is none of that name, or several and no name
 */
export function pickOperation(
  ast: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode {
  const operations = ast.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const [operation, ...others] =
    operationName == null ? operations : operations.filter(({ name }) => name?.value === operationName);
  if (operation === undefined)
    throw unknownOperation(`The document has no operation named ${JSON.stringify(operationName)}.`);
  if (others.length > 0)
    throw unknownOperation('The document has several operations: name one in operationName.');
  return operation;
}

const unknownOperation = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { spec: true, status: 400 } },
  });

/** Whether the operation needs a credential: all but introspection and `__typename` do. */
export function readsPartnerData(ast: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = new Map(
    ast.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  );
  const reads = ({ selections }: OperationDefinitionNode['selectionSet']): boolean =>
    selections.some((selection) => {
      if (selection.kind === 'Field') return !selection.name.value.startsWith('__');
      if (selection.kind === 'InlineFragment') return reads(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return fragment !== undefined && reads(fragment.selectionSet);
    });
  return reads(operation.selectionSet);
}

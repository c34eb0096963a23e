import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { outlineOf, type OutlineField } from '../../graphql/outline.js';
import { checkLimits, type DocumentLimits, exceeded } from './limit.js';

/** A document that may be executed. */
export interface CheckedDocument {
  readonly ast: DocumentNode;
  /** By name; the anonymous one under the empty name. */
  readonly operations: ReadonlyMap<string, CheckedOperation>;
}

/** One operation of a document, and what is known of it before it runs. */
export interface CheckedOperation {
  readonly ast: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly name: string;
  /** Whether it needs a credential: all but introspection and `__typename` do. */
  readonly readsPartnerData: boolean;
  /** What it reads from the Partner API. */
  readonly outline: readonly OutlineField[];
  /** Whether it follows links from one record to another, so that one wave of answers leads to the next. */
  readonly hasLinks: boolean;
  /** Whether one record by its id is all that its root asks for. */
  readonly beginsAlone: boolean;
  /** Whether it holds `@defer` or `@stream`. */
  readonly isIncremental: boolean;
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
    if (errors.some(({ message }) => message === gaveUp)) throw tooMuchToCompare();
    if (errors.length > 0) return { errors: errors.map((error) => asRefusal(error, introspection)) };
    return { ast, operations: operationsOf(ast, schema) };
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

/**
 * What graphql-js says when equal fields, or fragments inside fragments, need more comparisons than it makes (500,000
 * for fields, `OverlappingFieldsCanBeMergedRule`). A few thousand equal fields are enough, well below MAX_QUERY_TOKENS.
 */
const gaveUp = 'Validation aborted.';

const tooMuchToCompare = (): GraphQLError =>
  new GraphQLError(
    'The operation selects equal fields or fragments too often to be checked; the limit is fixed, and no setting raises it. Select each field once.',
    { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
  );

const invalid = 'GRAPHQL_VALIDATION_FAILED';

/** A suggestion would tell names of the schema to somebody who may not ask for them. */
function asRefusal(error: GraphQLError, introspection: boolean): GraphQLError {
  // graphql-js counts to 100, and says so in words that sound like a failure of ours.
  if (error.message.startsWith('Too many validation errors'))
    return withCode(error, 'The document has more than 100 faults; the rest is not told.', invalid);
  const message = introspection ? error.message : error.message.replace(/ Did you mean .*$/s, '');
  return withCode(error, message, error.extensions['code'] ?? invalid);
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

function operationsOf(ast: DocumentNode, schema: GraphQLSchema): ReadonlyMap<string, CheckedOperation> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of ast.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const operations = new Map<string, CheckedOperation>();
  const directives = directivesOf(ast);
  const isIncremental = directives.has('defer') || directives.has('stream');
  for (const definition of ast.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const name = definition.name?.value ?? '';
    const outline = outlineOf(schema, definition, fragments);
    const readsPartnerData = selectsData(definition.selectionSet, fragments);
    const hasLinks = outline.some(followsLinks);
    operations.set(name, {
      ast,
      definition,
      name,
      outline,
      readsPartnerData,
      hasLinks,
      beginsAlone: outline.length === 1 && outline.every(({ reads }) => reads?.kind === 'load'),
      isIncremental,
    });
  }
  return operations;
}

function directivesOf(ast: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(ast, { Directive: ({ name }) => void names.add(name.value) });
  return names;
}

const followsLinks = ({ reads, below }: OutlineField): boolean =>
  (reads?.kind === 'load' && reads.argument === undefined) || below.some(followsLinks);

/** Introspection and `__typename` are answered without the Partner API. */
function selectsData(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return !selection.name.value.startsWith('__');
    if (selection.kind === Kind.INLINE_FRAGMENT) return selectsData(selection.selectionSet, fragments);
    const fragment = fragments.get(selection.name.value);
    return fragment !== undefined && selectsData(fragment.selectionSet, fragments);
  });
}

/**
 * The operation that a request names.
 *
 * @throws GraphQLError when there is none of that name, or several and no name
 */
export function pickOperation(
  { operations }: CheckedDocument,
  operationName: string | null | undefined,
): CheckedOperation {
  if (operationName == null && operations.size > 1)
    throw unknownOperation('The document has several operations: name one in operationName.');
  const operation = operationName == null ? [...operations.values()][0] : operations.get(operationName);
  if (operation !== undefined) return operation;
  throw unknownOperation(
    operationName == null
      ? 'The document has no operation.'
      : `The document has no operation named ${JSON.stringify(operationName.slice(0, 100))}.`,
  );
}

const unknownOperation = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { spec: true, status: 400 } },
  });

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  Source,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { atNodes } from '../../execution/location.js';
import type { SelectedField } from '../../graphql/cost/selected-field.js';
import { summarizeSelection } from '../../graphql/cost/selection-summary.js';
import { shortenMessage } from '../../graphql/short-message.js';
import { checkLimits, checkLiterals, type DocumentLimits, exceeded } from './limit.js';
import { needsTooManyComparisons } from './overlap.js';

/** A document that may be executed. */
export interface CheckedDocument {
  readonly ast: DocumentNode;
  /** By name; the anonymous one under the empty name. */
  readonly operations: Operations;
}

export interface Operations {
  readonly names: readonly string[];
  readonly kinds: readonly OperationTypeNode[];
  readonly get: (name: string) => CheckedOperation | undefined;
}

/** One operation of a document, and what is known of it before it runs. */
export interface CheckedOperation {
  readonly ast: DocumentNode;
  readonly definition: OperationDefinitionNode;
  readonly name: string;
  /** Whether it needs a credential: all but introspection and `__typename` do. */
  readonly readsPartnerData: boolean;
  /** What it reads from the Partner API. */
  readonly selectionSummary: readonly SelectedField[];
  /** Whether it follows links from one record to another, so that one wave of answers leads to the next. */
  readonly hasLinks: boolean;
  /** Whether one record by its id is all that its root asks for. */
  readonly startsWithOneRequest: boolean;
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
const maxCharacters = 512 * 1024;

/** Parses and checks documents, and keeps the ones used lately. */
export function createDocuments(options: DocumentOptions): (query: string) => DocumentResult {
  const kept = new LRUCache<string, DocumentResult>({
    maxSize: maxCharacters,
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
    checkLiterals(ast, limits.maxDepth);
    if (needsTooManyComparisons(ast)) throw tooMuchToCompare();
    const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(schema, ast, rules);
    if (errors.some(({ message }) => message === gaveUp)) throw tooMuchToCompare();
    if (errors.length > 0) return { errors: errors.map((error) => asRefusal(error, introspection)) };
    return { ast, operations: operationsOf(ast, schema) };
  } catch (error) {
    const refusal = error instanceof RangeError ? tooDeep() : error;
    if (refusal instanceof GraphQLError) return { errors: [asRefusal(refusal, introspection)] };
    throw refusal;
  }
}

function parseWithin(query: string, maxTokens: number): DocumentNode {
  try {
    const source = new Source(query);
    const document = parse(source, { maxTokens, noLocation: false });
    // graphql-js counts the lines of the text for each place that an error names, so that one error with a thousand places
    // takes seconds. Tokens know their lines (`execution/location.ts`), and the text is not needed any more.
    source.body = '';
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('Document contains more th'))
      throw exceeded('is too long in tokens', maxTokens, 'MAX_QUERY_TOKENS');
    throw withCode(error, error.message, 'GRAPHQL_PARSE_FAILED');
  }
}

/**
 * What graphql-js says when equal fields, or fragments inside fragments, need more comparisons than it makes (500,000
 * for fields, `OverlappingFieldsCanBeMergedRule`). `overlap.ts` finds nearly all of them before.
 */
const gaveUp = 'Validation aborted.';

const tooMuchToCompare = (): GraphQLError =>
  new GraphQLError(
    'The operation selects equal fields or fragments too often to be checked; the limit is fixed, and no setting raises it. Select each field once.',
    { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } },
  );

/** The parser calls itself for each level. */
const tooDeep = (): GraphQLError =>
  new GraphQLError('The document is nested too deeply to be read; no setting raises that limit.', {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED' },
  });

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
function withCode({ nodes, source, positions }: GraphQLError, text: string, code: unknown): GraphQLError {
  const extensions = { code, http: { spec: true, status: 400 } };
  const message = shortenMessage(text);
  // Only what could not be parsed has a place without a node.
  if (nodes === undefined)
    return new GraphQLError(message, { source: source ?? null, positions: positions ?? null, extensions });
  return atNodes(new GraphQLError(message, { extensions }), nodes);
}

/** Its operations, each looked through when it is picked first: a document may hold hundreds, and a request runs one. */
function operationsOf(ast: DocumentNode, schema: GraphQLSchema): Operations {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const definitions = new Map<string, OperationDefinitionNode>();
  for (const each of ast.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
    else if (each.kind === Kind.OPERATION_DEFINITION) definitions.set(each.name?.value ?? '', each);
  const directives = directivesOf(ast);
  const isIncremental = directives.has('defer') || directives.has('stream');
  const checked = new Map<string, CheckedOperation>();
  return {
    names: [...definitions.keys()],
    kinds: [...definitions.values()].map(({ operation }) => operation),
    get(name) {
      const definition = definitions.get(name);
      const known = checked.get(name);
      if (known !== undefined || definition === undefined) return known;
      const selectionSummary = summarizeSelection(schema, definition, fragments);
      const operation = {
        ast,
        definition,
        name,
        selectionSummary,
        readsPartnerData: selectsData(definition.selectionSet, fragments),
        hasLinks: selectionSummary.some(followsLinks),
        startsWithOneRequest:
          selectionSummary.length === 1 && selectionSummary.every(({ reads }) => reads?.kind === 'load'),
        isIncremental,
      };
      checked.set(name, operation);
      return operation;
    },
  };
}

function directivesOf(ast: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(ast, { Directive: ({ name }) => void names.add(name.value) });
  return names;
}

const followsLinks = ({ reads, fields: below }: SelectedField): boolean =>
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
  if (operationName == null && operations.names.length > 1)
    throw unknownOperation('The document has several operations: name one in operationName.');
  const operation = operations.get(operationName ?? operations.names[0] ?? '');
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

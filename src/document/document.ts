import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type Location,
  NoSchemaIntrospectionCustomRule,
  parse,
  Source,
  specifiedRules,
  type Token,
  TokenKind,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config.js';
import { onceFor } from '../base/once.js';
import { refusal, refusalStatus, withMessage } from '../graphql/error.js';
import { CheckedOperations } from './checked-operation.js';
import { checkLimits, comparisonError, limitError } from './limit.js';

/** A valid document within the limits, or why it is refused. */
export type DocumentResult =
  | { readonly operations: CheckedOperations }
  | { readonly errors: readonly GraphQLError[] };

/**
 * Characters of all cached documents; a parsed document takes some fifty times its text in memory.
 */
const maxCharacters = 512 * 1024;

/** Parses and checks documents, and caches the most recent ones. */
export function createDocuments(
  schema: GraphQLSchema,
  settings: Settings,
): (query: string) => DocumentResult {
  const cache = new LRUCache<string, DocumentResult>({
    maxSize: maxCharacters,
    // Refusals are small, but an attacker causes many.
    sizeCalculation: (_document, query) => query.length + 200,
  });
  return (query) => {
    const known = cache.get(query);
    if (known !== undefined) return known;
    const document = withRefusals(() =>
      checkDocument(parseWithin(query, settings), schema, settings),
    );
    cache.set(query, document);
    return document;
  };
}

/** As if a client had sent the definitions as one text; errors have the places of their nodes. */
export const checkParsed = (
  ast: DocumentNode,
  schema: GraphQLSchema,
  settings: Settings,
): DocumentResult =>
  withRefusals(() => {
    const tokens = ast.definitions.reduce((sum, definition) => sum + countTokens(definition), 0);
    if (tokens > settings.MAX_QUERY_TOKENS) throw tooManyTokens(settings);
    return checkDocument(ast, schema, settings);
  });

/** Lexical tokens of a parsed definition, as the parser counts them: without comments. */
export const countTokens = onceFor(({ loc }: DefinitionNode): number => {
  let count = 0;
  for (let token = loc?.startToken; token !== undefined; token = tokenAfter(token, loc)) {
    if (token.kind !== TokenKind.COMMENT) count += 1;
  }
  return count;
});

const tokenAfter = (token: Token, loc: Location | undefined): Token | undefined =>
  token === loc?.endToken ? undefined : (token.next ?? undefined);

const tooManyTokens = ({ MAX_QUERY_TOKENS }: Settings): GraphQLError =>
  limitError('is too long in tokens', MAX_QUERY_TOKENS, 'MAX_QUERY_TOKENS');

function checkDocument(
  ast: DocumentNode,
  schema: GraphQLSchema,
  settings: Settings,
): DocumentResult {
  checkLimits(ast, settings);
  const rules = settings.INTROSPECTION
    ? documentRules
    : [...documentRules, NoSchemaIntrospectionCustomRule];
  // Without introspection, messages must not suggest names of the schema.
  const errors = validate(schema, ast, rules, { hideSuggestions: !settings.INTROSPECTION });
  if (errors.some(({ message }) => message === gaveUp)) throw comparisonError();
  if (errors.length > 0) return { errors: errors.map(asRefusal) };
  return { operations: new CheckedOperations(ast, schema) };
}

/**
 * Those of graphql-js 16. Version 17 adds some about mutations, which the façade refuses in words
 * of its own, and about `@defer` and `@stream`, which have no effect where they make no sense. A
 * document is valid with both versions or with none.
 */
const documentRules = specifiedRules.filter(
  ({ name }) => !/^(?:KnownOperationTypes|DeferStream|StreamDirective)/.test(name),
);

function withRefusals(run: () => DocumentResult): DocumentResult {
  try {
    return run();
  } catch (error) {
    // The parser calls itself for each level, and overflows the stack.
    const reason =
      error instanceof RangeError ? refusal(tooDeep, 'OPERATION_LIMIT_EXCEEDED') : error;
    if (reason instanceof GraphQLError) return { errors: [asRefusal(reason)] };
    throw reason;
  }
}

function parseWithin(query: string, settings: Settings): DocumentNode {
  const { MAX_QUERY_TOKENS: maxLexicalTokens } = settings;
  try {
    const source = new Source(query);
    const document = parse(source, { maxLexicalTokens, noLocation: false });
    // graphql-js counts the lines of the text for each location of an error: a thousand locations
    // take seconds. Tokens have their lines (`execution/result-path.ts`), so that the text is not
    // needed any more.
    source.body = '';
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('Document contains more th')) throw tooManyTokens(settings);
    throw withCode(error, error.message, 'GRAPHQL_PARSE_FAILED');
  }
}

/**
 * The message of graphql-js when equal fields, or nested fragments, need more comparisons than it
 * makes (500,000 for fields, `OverlappingFieldsCanBeMergedRule`). `limit.ts` finds nearly all such
 * documents before.
 */
const gaveUp = 'Validation aborted.';

const tooDeep =
  'The document is nested too deeply to be parsed; no setting raises that limit. Nest fewer levels.';

function asRefusal(error: GraphQLError): GraphQLError {
  // The message of graphql-js reads like a failure of the façade.
  const message = error.message.startsWith('Too many validation errors')
    ? 'The document has more than 100 errors; the others are not listed.'
    : error.message;
  return withCode(error, message, error.extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED');
}

const withCode = (error: GraphQLError, message: string, code: unknown): GraphQLError =>
  withMessage(error, message, { code, http: refusalStatus });

import type { GraphQLSchema } from 'graphql';
import { fragmentsOf } from '../execution/selection.js';
import type { Documents } from '../operation/documents/persisted-document.js';
import { dataSchemaOf, inputSchemaOf, outputSchemaOf } from './json-schema.js';
import type { Tool } from './tool.js';

/** A tool of ours: one GraphQL document, and what a model must know to use it. */
export interface OwnTool {
  readonly name: string;
  readonly title: string;
  /** When to use it, and how to continue. */
  readonly purpose: string;
  /** The REST requests of one call. */
  readonly cost: string;
  /** Scopes without which parts of the result are missing. */
  readonly scopes: readonly string[];
  /** One operation; its variables are the arguments. */
  readonly document: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** The tool of a document of ours, or why the settings refuse it. */
export function operationTool(
  { name, title, purpose, cost, scopes, document, arguments: descriptions }: OwnTool,
  schema: GraphQLSchema,
  check: Documents['check'],
): Tool | { readonly refusal: string } {
  const checked = check(document);
  if ('errors' in checked) return { refusal: checked.errors[0]?.message ?? '' };
  const operation = checked.operations.get(checked.operations.names[0] ?? '');
  if (operation === undefined) return { refusal: 'Its document has no operation.' };
  const { definition, ast } = operation;
  const missing =
    scopes.length > 1
      ? 'each part without its scope is null, with FORBIDDEN in `errors`'
      : 'without it: FORBIDDEN';
  return {
    name,
    title,
    description: `${purpose} Cost: ${cost}. Needs ${scopes.join(', ')}; ${missing}.`,
    inputSchema: inputSchemaOf(schema, definition, descriptions),
    outputSchema: outputSchemaOf(dataSchemaOf(schema, definition, fragmentsOf(ast))),
    request: (variables) => ({ query: document, isOwn: true, variables }),
  };
}

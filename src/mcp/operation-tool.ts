import type { GraphQLSchema } from 'graphql';
import { fragmentsOf } from '../execution/selection.js';
import type { Documents } from '../operation/documents/persisted-document.js';
import { inputSchemaOf } from './input-schema.js';
import { dataSchemaOf, outputSchemaOf } from './output-schema.js';
import type { Tool } from './tool.js';
import type { OwnTool } from './tool/own-tool.js';

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

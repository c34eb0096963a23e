/** The types of a document: the decoration of a `TypedDocumentNode`, `TypedDocumentString` or gql.tada's document. */
export interface TypedDocument<Data, Variables> {
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

/** A document as text, or any typed document. */
export type LiveDocument<Data, Variables> = string | TypedDocument<Data, Variables>;

/**
 * The text of a document. graphql's `parse` and gql.tada keep it in the syntax tree; GraphQL Code Generator does with
 * `documentMode: 'string'`, and else needs `print`.
 *
 * @throws TypeError for a syntax tree without text
 */
export function textOf(document: unknown, print: ((document: never) => string) | undefined): string {
  if (typeof document === 'string' || document instanceof String) return String(document);
  // The caller passes a `print` that takes the document.
  if (print !== undefined) return print(document as never);
  const text = (document as Partial<SyntaxTree> | undefined)?.loc?.source?.body;
  if (typeof text === 'string') return text;
  throw new TypeError('The document has no text: pass `print` of the package graphql.');
}

/** What `textOf` looks for. */
interface SyntaxTree {
  readonly loc?: { readonly source?: { readonly body?: unknown } };
}

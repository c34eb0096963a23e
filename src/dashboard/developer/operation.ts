import { stringifyDocument } from 'urql';
import type { Cost } from '../data/answer.js';
import type { Entry, SyntaxTree } from '../data/entry.js';

/** What the drawer shows of an operation, beside its cost. */
export interface OperationText {
  readonly name: string;
  /** Of the whole document, fragments included. */
  readonly query: string;
  /** JSON, indented; `{}` without any. */
  readonly variables: string;
}

export const textOf = ({ document, variables }: Pick<Entry, 'document' | 'variables'>): OperationText => ({
  name: nameOf(document),
  query: stringifyDocument(document)
    .trim()
    .replace(/(?<!\n)\n+fragment /g, '\n\nfragment '),
  variables: JSON.stringify(variables, null, 2),
});

export function nameOf(document: SyntaxTree): string {
  for (const definition of document.definitions)
    if (definition.kind === 'OperationDefinition' && definition.name) return definition.name.value;
  return 'Unnamed operation';
}

/**
 * GraphiQL with a query in its editor.
 *
 * @returns an address that keeps the query behind the `#`, so that no access log has it
 */
export const graphiqlHref = ({ query, variables }: Pick<OperationText, 'query' | 'variables'>): string =>
  `/graphql#${new URLSearchParams({ query, variables }).toString()}`;

/** The members of `extensions.upstream`, in the order of `docs/cost.md`. */
export const counts = [
  { member: 'requests', title: 'Sent', meaning: 'REST requests sent, retries included' },
  { member: 'cached', title: 'Cached', meaning: 'responses that were kept and young enough' },
  { member: 'deduplicated', title: 'Deduplicated', meaning: 'repeated reads that an earlier one served' },
  { member: 'primed', title: 'Primed', meaning: 'records that a list had already returned' },
  { member: 'swept', title: 'Swept', meaning: 'single reads that pages of the list replaced' },
  { member: 'shared', title: 'Shared', meaning: 'responses that another operation was waiting for' },
] as const satisfies readonly { member: keyof Cost; title: string; meaning: string }[];

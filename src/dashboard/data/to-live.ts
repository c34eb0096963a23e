import { stringifyDocument } from 'urql';
import type { SyntaxTree } from './entry.js';

type Definition = SyntaxTree['definitions'][number];

/**
 * A query as a subscription to the same: its selection moves below `live`.
 *
 * @param everySeconds how often the façade asks the Partner API
 * @returns the text of the document
 */
export function toLive(document: SyntaxTree, everySeconds: number): string {
  const definitions = document.definitions.map((definition) => subscribe(definition, everySeconds));
  return stringifyDocument({ kind: document.kind, definitions });
}

function subscribe(definition: Definition, everySeconds: number): Definition {
  if (definition.kind !== 'OperationDefinition') return definition;
  const everySecondsArgument = {
    kind: 'Argument',
    name: { kind: 'Name', value: 'everySeconds' },
    value: { kind: 'IntValue', value: String(everySeconds) },
  };
  const live = {
    kind: 'Field',
    name: { kind: 'Name', value: 'live' },
    arguments: [everySecondsArgument],
    selectionSet: definition.selectionSet,
  };
  const subscription: object = {
    ...definition,
    ...{ operation: 'subscription', selectionSet: { kind: 'SelectionSet', selections: [live] } },
  };
  // The kinds are those of graphql-js, whose enums the page does without.
  return subscription as Definition;
}

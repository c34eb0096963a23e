import { GraphQLError } from 'graphql';
import type { Variables } from '../execution/coercion.js';
import type { SelectedField } from './cost/selected-field.js';
import { refusal } from './error.js';

/** The settings that limit list arguments and the items of one result. */
export interface ListLimits {
  readonly MAX_LIST_ARGUMENT: number;
  readonly MAX_RESPONSE_NODES: number;
}

/**
 * Refuses an operation whose list arguments are too long, before any value is coerced. Each entry that a root field
 * surely shows is an item of the result, once for each alias.
 */
export function checkLists(
  summary: readonly SelectedField[],
  variables: Variables,
  { MAX_LIST_ARGUMENT: maxListArgument, MAX_RESPONSE_NODES: maxNodes }: ListLimits,
): GraphQLError | undefined {
  let items = 0;
  for (const field of summary) {
    const entries = countEntries(field, variables, maxListArgument);
    if (entries instanceof GraphQLError) return entries;
    items += entries;
  }
  if (items <= maxNodes) return undefined;
  return tooLong(
    `The operation selects ${items} items by their ids; a result has at most ${maxNodes} fields and items ` +
      '(MAX_RESPONSE_NODES). Send fewer ids or aliases in one operation.',
  );
}

/** Entries of the lists of one field. The fields below it are checked, not counted. */
function countEntries(
  field: SelectedField,
  variables: Variables,
  maxListArgument: number,
): number | GraphQLError {
  if (!field.isIncluded(variables)) return 0;
  let entries = 0;
  for (const name of field.lists) {
    const list = field.argument(name, variables);
    const length = Array.isArray(list) ? list.length : 1;
    if (length > maxListArgument)
      return tooLong(
        `Argument ${name} of ${field.path} has ${length} entries; at most ${maxListArgument} are allowed ` +
          '(MAX_LIST_ARGUMENT). Split them over several operations.',
      );
    entries += length;
  }
  for (const below of field.fields) {
    const checked = countEntries(below, variables, maxListArgument);
    if (checked instanceof GraphQLError) return checked;
  }
  return entries;
}

const tooLong = (message: string): GraphQLError => refusal(message, 'OPERATION_LIMIT_EXCEEDED');

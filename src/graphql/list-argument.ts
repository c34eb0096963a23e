import type { GraphQLError } from 'graphql';
import type { Settings } from '../config.js';
import type { Variables } from '../execution/coercion.js';
import { memberOf } from '../find/finder.js';
import type { SelectionSummary } from './cost/selected-field.js';
import { refusal } from './error.js';

/**
 * Refuses an operation whose list arguments are too long, before any value is coerced. Each entry
 * of a list argument of a root field is an item of the result, once for each alias.
 */
export function checkLists(
  { all }: SelectionSummary,
  variables: Variables,
  limits: Pick<Settings, 'MAX_LIST_ARGUMENT' | 'MAX_RESPONSE_NODES'>,
): GraphQLError | undefined {
  const { MAX_LIST_ARGUMENT: maxListArgument, MAX_RESPONSE_NODES: maxNodes } = limits;
  let items = 0;
  for (const field of all) {
    for (const [argument, member] of field.lists) {
      const value = field.argument(argument, variables);
      const list = member === undefined ? value : memberOf(value, member);
      // A value that is no list is a list of one.
      const length = Array.isArray(list) ? list.length : 1;
      const name = member === undefined ? argument : `${argument}.${member}`;
      if (length > maxListArgument) {
        return tooLong(
          `Argument ${name} of ${field.path} has ${length} entries; at most ${maxListArgument} are allowed (MAX_LIST_ARGUMENT). ` +
            'Split them over several operations.',
        );
      }
      const isOfRoot = !field.path.includes('.');
      if (isOfRoot && member === undefined) items += length;
    }
  }
  if (items <= maxNodes) return undefined;
  return tooLong(
    `The operation selects ${items} items by their ids; a result has at most ${maxNodes} fields and items ` +
      '(MAX_RESPONSE_NODES). Send fewer ids or aliases in one operation.',
  );
}

const tooLong = (message: string): GraphQLError => refusal(message, 'OPERATION_LIMIT_EXCEEDED');

import { GraphQLError } from 'graphql';
import type { Variables } from '../execution/variable.js';
import type { SelectedField } from './cost/selected-field.js';

export interface ListLimits {
  /** Entries of one list argument (MAX_LIST_ARGUMENT). */
  readonly maxListArgument: number;
  /** Fields and items of one answer (MAX_RESPONSE_NODES). */
  readonly maxNodes: number;
}

/**
 * Refuses an operation whose lists are too long, by a look at what the client has sent: nothing is coerced before. Each
 * entry that a root field surely shows is an item of the answer, under each alias anew.
 */
export function checkLists(
  outline: readonly SelectedField[],
  variables: Variables,
  limits: ListLimits,
): GraphQLError | undefined {
  let certain = 0;
  for (const field of outline) {
    const counts = countLists(field, variables, limits.maxListArgument);
    if (counts instanceof GraphQLError) return counts;
    certain += counts;
  }
  if (certain <= limits.maxNodes) return undefined;
  return refused(
    `The operation asks for ${certain} items by their ids; an answer has at most ${limits.maxNodes} fields and items ` +
      '(MAX_RESPONSE_NODES). Ask for fewer ids or aliases at once.',
  );
}

/** Entries of the lists of one field; those of the fields below it are checked and not counted. */
function countLists(field: SelectedField, variables: Variables, most: number): number | GraphQLError {
  if (!field.isIncluded(variables)) return 0;
  let entries = 0;
  for (const name of field.lists) {
    const list = field.argument(name, variables);
    const length = Array.isArray(list) ? list.length : 1;
    if (length > most)
      return refused(
        `Argument ${name} of ${field.path} has ${length} entries; at most ${most} are allowed (MAX_LIST_ARGUMENT). ` +
          'Ask for them in several operations.',
      );
    entries += length;
  }
  for (const below of field.fields) {
    const counts = countLists(below, variables, most);
    if (counts instanceof GraphQLError) return counts;
  }
  return entries;
}

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { spec: true, status: 400 } },
  });

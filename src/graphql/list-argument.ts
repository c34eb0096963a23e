import { GraphQLError } from 'graphql';
import type { Settings } from '../config.js';
import type { Variables } from '../execution/coercion.js';
import type { SelectedField } from './cost/selected-field.js';
import { refusal } from './error.js';

/** What limits list arguments and the items of one result. */
export type ListLimits = Pick<Settings, 'MAX_LIST_ARGUMENT' | 'MAX_RESPONSE_NODES'>;

/**
 * Refuses an operation whose list arguments are too long, before any value is coerced. Each entry of a list argument of a
 * root field is an item of the result, once for each alias.
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

/** Entries of the list arguments of one field. Lists within an argument and the fields below are checked, not counted. */
function countEntries(field: SelectedField, variables: Variables, max: number): number | GraphQLError {
  if (!field.isIncluded(variables)) return 0;
  let entries = 0;
  for (const name of field.lists) {
    const length = entriesIn(field.argument(name, variables));
    if (length > max) return tooManyEntries(name, field, length, max);
    entries += length;
  }
  for (const [name, member] of field.memberLists) {
    const length = entriesIn(memberOf(field.argument(name, variables), member));
    if (length > max) return tooManyEntries(`${name}.${member}`, field, length, max);
  }
  for (const below of field.fields) {
    const checked = countEntries(below, variables, max);
    if (checked instanceof GraphQLError) return checked;
  }
  return entries;
}

/** A member of an input as the client sent it, which may be anything. Others are not read: there may be thousands. */
export const memberOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, name)?.value
    : undefined;

/** A value that is no list is a list of one. */
const entriesIn = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

const tooManyEntries = (name: string, { path }: SelectedField, length: number, max: number): GraphQLError =>
  tooLong(
    `Argument ${name} of ${path} has ${length} entries; at most ${max} are allowed (MAX_LIST_ARGUMENT). ` +
      'Split them over several operations.',
  );

const tooLong = (message: string): GraphQLError => refusal(message, 'OPERATION_LIMIT_EXCEEDED');

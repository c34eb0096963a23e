import {
  type DirectiveNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type ValueNode,
} from 'graphql';
import type { Variables } from './compiled-query.js';

interface Conditional {
  readonly directives?: readonly DirectiveNode[];
}

/**
 * Whether `@skip` and `@include` keep a field or fragment.
 *
 * @param variables coerced
 * @throws GraphQLError for a condition that is null
 */
export function isIncluded(selection: Conditional, variables: Variables): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}

/** One `@skip` or `@include`: the selection stays where the value is the expected one. */
export interface Condition {
  readonly value: ValueNode;
  readonly expected: boolean;
}

/**
 * The same conditions unevaluated, for what is known of an operation before its variables are coerced: there null is
 * not an error yet.
 */
export function conditionsOf({ directives = [] }: Conditional): Condition[] {
  return directives.flatMap(({ name, arguments: given }) => {
    const value = given?.find((each) => each.name.value === 'if')?.value;
    if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
    return [{ value, expected: name.value === 'include' }];
  });
}

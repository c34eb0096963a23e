import {
  type DirectiveNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type ValueNode,
} from 'graphql';
import type { Variables } from './variable.js';

interface Conditional {
  readonly directives?: readonly DirectiveNode[];
}

/**
 * Whether `@skip` and `@include` select a node (GraphQL, "CollectFields").
 *
 * @param variables coerced
 * @throws GraphQLError for a condition that is null
 */
export function shouldIncludeNode(node: Conditional, variables: Variables): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
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

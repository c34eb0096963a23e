import {
  type DirectiveNode,
  type FieldNode,
  type FragmentSpreadNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  type SelectionNode,
  type ValueNode,
} from 'graphql';
import type { Variables } from './coercion.js';

interface DirectedNode {
  readonly directives?: readonly DirectiveNode[];
}

/**
 * Whether `@skip` and `@include` select a node (GraphQL, "CollectFields").
 *
 * @param variables coerced
 * @throws GraphQLError for a condition that is null
 */
export function shouldIncludeNode(node: DirectedNode, variables: Variables): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}

/**
 * The same conditions unevaluated, for analysis of an operation before its variables are coerced: there null is
 * not an error yet. A selection stays where each value is the expected one.
 */
export function conditionsOf({
  directives = [],
}: DirectedNode): { readonly value: ValueNode; readonly expected: boolean }[] {
  return directives.flatMap(({ name, arguments: given }) => {
    const value = given?.find((each) => each.name.value === 'if')?.value;
    if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
    return [{ value, expected: name.value === 'include' }];
  });
}

/** What `@defer` says of a fragment. */
export interface DeferUsage {
  readonly label: string | undefined;
}

/** What `@stream` says of a list: how many items are delivered with it. */
export interface StreamUsage {
  readonly label: string | undefined;
  readonly initialCount: number;
}

/** The directives of an operation, evaluated. */
export interface Directives {
  /** Throws a GraphQLError for a condition that is null. */
  readonly shouldInclude: (selection: SelectionNode) => boolean;
  /** Undefined for a fragment that is not deferred. */
  readonly deferUsageOf: (fragment: FragmentSpreadNode | InlineFragmentNode) => DeferUsage | undefined;
  /** Undefined for a list that is delivered whole. */
  readonly streamUsageOf: (field: FieldNode) => StreamUsage | undefined;
}

/** @param isIncremental whether the client accepts incremental delivery; if not, `@defer` and `@stream` have no effect */
export function evaluateDirectives(
  schema: GraphQLSchema,
  variables: Variables,
  isIncremental: boolean,
): Directives {
  const usageOf = (name: string, node: DirectedNode) => {
    const directive = isIncremental ? schema.getDirective(name) : undefined;
    const values = directive && getDirectiveValues(directive, node, variables);
    return values == null || values['if'] === false ? undefined : values;
  };
  return {
    shouldInclude: (selection) => shouldIncludeNode(selection, variables),
    deferUsageOf(fragment) {
      const values = usageOf('defer', fragment);
      return values && { label: labelOf(values) };
    },
    streamUsageOf(field) {
      const values = usageOf('stream', field);
      return (
        values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) }
      );
    },
  };
}

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;

/** Selects everything, and delivers it at once. */
export const allIncluded: Directives = {
  shouldInclude: () => true,
  deferUsageOf: () => undefined,
  streamUsageOf: () => undefined,
};

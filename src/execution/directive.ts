import {
  type DirectiveNode,
  type FieldNode,
  type FragmentSpreadNode,
  getDirectiveValues,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql';
import { shouldIncludeNode } from './condition.js';
import type { Variables } from './variable.js';

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
  const usageOf = (name: string, node: { readonly directives?: readonly DirectiveNode[] }) => {
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

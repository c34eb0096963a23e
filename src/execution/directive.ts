import { type DirectiveNode, getDirectiveValues, type GraphQLDirective, type GraphQLSchema } from 'graphql';
import type { Compilation, Variables } from './compiled-query.js';
import { isIncluded } from './condition.js';

/** What the directives of an operation decide of its plan. */
export type Directives = Pick<Compilation, 'isIncluded' | 'deferredBy' | 'streamedBy'>;

interface Directed {
  readonly directives?: readonly DirectiveNode[];
}

/** Directives as they turn out with these variables; `inParts` where the client takes an answer in parts. */
export function createDirectives(schema: GraphQLSchema, variables: Variables, inParts: boolean): Directives {
  const read = (directive: GraphQLDirective, node: Directed) =>
    (node.directives ?? []).length === 0 ? undefined : getDirectiveValues(directive, node, variables);
  const later = (name: string, node: Directed) => {
    const directive = inParts ? schema.getDirective(name) : undefined;
    const values = directive && read(directive, node);
    return values == null || values['if'] === false ? undefined : values;
  };
  return {
    isIncluded: (selection) => isIncluded(selection, variables),
    deferredBy(fragment) {
      const values = later('defer', fragment);
      return values && { label: labelOf(values) };
    },
    streamedBy(field) {
      const values = later('stream', field);
      return (
        values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) }
      );
    },
  };
}

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;

/** Everything is selected, and nothing comes later. */
export const whateverHolds: Directives = {
  isIncluded: () => true,
  deferredBy: () => undefined,
  streamedBy: () => undefined,
};

import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  type SelectionNode,
  visit,
} from 'graphql';
import type { Variables } from './coercion.js';
import type { FragmentUse } from './selection.js';

/** What the directives of an operation are evaluated with. */
export interface DirectiveContext {
  readonly schema: GraphQLSchema;
  /** Coerced; undefined to include everything. */
  readonly variables: Variables | undefined;
  /** Whether the client accepts incremental delivery; if not, `@defer` and `@stream` have no effect. */
  readonly isIncremental: boolean;
}

/** What `@defer` says of a fragment. */
export interface DeferUsage {
  readonly label: string | undefined;
}

/** What `@stream` says of a list: how many items are delivered with it. */
export interface StreamUsage extends DeferUsage {
  readonly initialCount: number;
}

/** All directives of a document, those of fragments included. */
export function directivesOf(document: DocumentNode): readonly DirectiveNode[] {
  const directives: DirectiveNode[] = [];
  visit(document, { Directive: (node) => void directives.push(node) });
  return directives;
}

/**
 * Whether `@skip` and `@include` select a node (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
export function shouldInclude({ variables }: DirectiveContext, node: SelectionNode): boolean {
  if (variables === undefined || node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}

/** Undefined for a fragment that is not deferred. */
export function deferUsageOf(context: DirectiveContext, use: FragmentUse): DeferUsage | undefined {
  const values = valuesOf(context, 'defer', use);
  return values && { label: labelOf(values) };
}

/** Undefined for a list that is delivered whole. */
export function streamUsageOf(context: DirectiveContext, field: FieldNode): StreamUsage | undefined {
  const values = valuesOf(context, 'stream', field);
  return values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) };
}

function valuesOf({ schema, variables, isIncremental }: DirectiveContext, name: string, node: SelectionNode) {
  const directive = isIncremental ? schema.getDirective(name) : undefined;
  const values = directive && getDirectiveValues(directive, node, variables);
  return values == null || values['if'] === false ? undefined : values;
}

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;

import {
  type FieldNode,
  type GraphQLField,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { holdsVariable, onceFor, type ReadArguments, type Variables } from '../../execution/coercion.js';
import type { FieldCost } from './field-cost.js';

/** A field that reads from the Partner API, takes a list, or has such a field below it. */
export interface SelectedField {
  /** The name of the type that has it. */
  readonly parentType: string;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Response names from the root, for example `screens.nodes.playbackConfiguration`. */
  readonly path: string;
  /** Undefined where it reads nothing. */
  readonly reads: FieldCost | undefined;
  /** Arguments that are lists. */
  readonly lists: readonly string[];
  /** Members of arguments that are lists, by the argument. */
  readonly memberLists: ReadonlyMap<string, readonly string[]>;
  /** The value of an argument; undefined for null and for one that is not given. */
  readonly argument: (name: string, variables: Variables) => unknown;
  /** All arguments as its resolver gets them; the variables are coerced already. Throws where they do not fit. */
  readonly coerceArguments: ReadArguments;
  readonly isIncluded: IsIncluded;
  /** Whether the total of a connection is selected. */
  readonly showsTotal: IsIncluded;
  /** Whether anything but the total of a connection is selected. */
  readonly showsItems: IsIncluded;
  /** Entries of a list whose length no argument gives; 1 for anything else. */
  readonly usualLength: number;
  readonly fields: readonly SelectedField[];
}

/** Whether a selection applies, with the variables as the client sent them. */
export type IsIncluded = (variables: Variables) => boolean;

/** The value of a node, with the variables as the client sent them. */
export type ReadValue = (value: ValueNode, variables: Variables) => unknown;

/**
 * Reads values as the client wrote them: execution checks their types, an estimate only needs a number. A variable that
 * is null is null, and an absent one has its default. What a literal holds is read once for the variables of an operation.
 */
export function createValueReader({ variableDefinitions = [] }: OperationDefinitionNode): ReadValue {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  const constants = new WeakMap<ValueNode, { readonly value: unknown }>();
  const readWith = onceFor((variables: Variables) => {
    const given = { ...defaults, ...variables };
    return onceFor((node: ValueNode) => valueFromASTUntyped(node, given));
  });
  return (node, variables) => {
    if (node.kind === 'Variable') {
      const name = node.name.value;
      return Object.hasOwn(variables, name) ? variables[name] : defaults[name];
    }
    const constant = constants.get(node);
    if (constant !== undefined) return constant.value;
    if (holdsVariable(node)) return readWith(variables)(node);
    const value = valueFromASTUntyped(node);
    constants.set(node, { value });
    return value;
  };
}

/** Reads the arguments of a field by name; undefined for null and for one that is not given. */
export function createArgumentReader(
  node: FieldNode,
  read: ReadValue,
): (name: string, variables: Variables) => unknown {
  const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  return (name, variables) => {
    const value = given.get(name);
    return value === undefined ? undefined : (read(value, variables) ?? undefined);
  };
}

/** The entries of an argument. Execution refuses a list, of any length, where the argument is none. */
export function readEntries(
  { lists, argument }: SelectedField,
  name: string,
  variables: Variables,
): readonly unknown[] {
  const value = argument(name, variables);
  if (!Array.isArray(value)) return [value];
  return lists.includes(name) ? value : [];
}

/** Those of them that are ids, as texts. */
export const readTexts = (field: SelectedField, name: string, variables: Variables): string[] =>
  readEntries(field, name, variables)
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);

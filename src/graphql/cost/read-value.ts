import { type FieldNode, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped } from 'graphql';
import { holdsVariable, type Variables } from '../../execution/coercion.js';

/** The value of a node, with the variables as the client sent them. */
export type ReadValue = (value: ValueNode, variables: Variables) => unknown;

/**
 * Reads values as the client wrote them: execution checks their types, an estimate only needs a number. A variable that
 * is null is null, and an absent one has its default.
 */
export function createValueReader({ variableDefinitions = [] }: OperationDefinitionNode): ReadValue {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  const constants = new WeakMap<ValueNode, { readonly value: unknown }>();
  return (node, variables) => {
    if (node.kind === 'Variable') {
      const name = node.name.value;
      return Object.hasOwn(variables, name) ? variables[name] : defaults[name];
    }
    if (holdsVariable(node)) return valueFromASTUntyped(node, { ...defaults, ...variables });
    let constant = constants.get(node);
    if (constant === undefined) constants.set(node, (constant = { value: valueFromASTUntyped(node) }));
    return constant.value;
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

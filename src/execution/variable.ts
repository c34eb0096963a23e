import {
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isUnchangedInput } from './leaf.js';

/** Variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** Coerces the variables of a request; undefined where one does not fit its type. */
export type CoerceVariables = (inputs: Variables) => Variables | undefined;

/** Coerces as graphql-js does (GraphQL, "CoerceVariableValues"), and skips its work where no value would change. */
export function createCoerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): CoerceVariables {
  // One error is enough: graphql-js lists all of them when it executes the operation in our place.
  const coerceAll: CoerceVariables = (inputs) =>
    getVariableValues(schema, variableDefinitions, inputs, { maxErrors: 1 }).coerced;
  const checks = variableDefinitions.map((definition) => ({
    name: definition.variable.name.value,
    isUnchanged: unchangedCheck(schema, definition),
  }));
  // An assignment to `__proto__` sets the prototype of a plain object.
  if (checks.some(({ name }) => name === '__proto__')) return coerceAll;
  return (inputs) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, isUnchanged } of checks) {
      const value = inputs[name];
      if (!isUnchanged(value)) return coerceAll(inputs);
      coerced[name] = value;
    }
    return coerced;
  };
}

function unchangedCheck(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
): (value: unknown) => boolean {
  const type = typeFromAST(schema, definition.type);
  const nullable: unknown = isNonNullType(type) ? type.ofType : type;
  return isInputType(nullable) ? isUnchangedInput(nullable) : () => false;
}

import {
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { isUnchangedInput } from './leaf.js';
import type { Variables } from './compiled-query.js';

/** The coerced variables of a request; undefined where they do not fit. */
export type Coerce = (inputs: Variables) => Variables | undefined;

/**
 * Coerces variables as graphql-js does (GraphQL, "CoerceVariableValues"). Where each is given, and is what its type would
 * make of it, nothing is left to be done.
 */
export function createCoercion(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Coerce {
  // One error is enough to know that they do not fit.
  const usual: Coerce = (inputs) =>
    getVariableValues(schema, variableDefinitions, inputs, { maxErrors: 1 }).coerced;
  const plain = variableDefinitions.map(({ variable, type }) => ({
    name: variable.name.value,
    isPlain: plainTest(typeFromAST(schema, type)),
  }));
  // To a plain object this is its prototype, not a member.
  if (plain.some(({ name }) => name === '__proto__')) return usual;
  return (inputs) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, isPlain } of plain) {
      const value = inputs[name];
      if (!isPlain(value)) return usual(inputs);
      coerced[name] = value;
    }
    return coerced;
  };
}

function plainTest(type: ReturnType<typeof typeFromAST>): (value: unknown) => boolean {
  const inner: unknown = isNonNullType(type) ? type.ofType : type;
  return isInputType(inner) ? isUnchangedInput(inner) : () => false;
}

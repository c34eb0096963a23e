import type { JSONValue } from '@modelcontextprotocol/server';
import {
  type ConstValueNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import type { JsonSchema, ObjectSchema } from './tool.js';

/**
 * The arguments of a tool: the variables of its operation as JSON Schema. A model reads it; the variables themselves are
 * checked where every operation's are.
 *
 * @param descriptions by variable; one without is described by its type
 */
export function inputSchemaOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  descriptions: Readonly<Record<string, string>> = {},
): ObjectSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    // A checked document names input types only.
    if (!isInputType(type)) continue;
    const description = descriptions[name];
    properties[name] = {
      ...valueSchema(type),
      ...(description !== undefined && { description }),
      ...(defaultValue !== undefined && { default: defaultOf(defaultValue) }),
    };
    if (node.kind === Kind.NON_NULL_TYPE && defaultValue === undefined) required.push(name);
  }
  return objectSchema(properties, required);
}

export const objectSchema = (properties: Record<string, JsonSchema>, required: string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** JSON Schema of a built-in scalar; the façade's own scalars are texts. */
export const scalarTypes: Readonly<Record<string, string>> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  JSONObject: 'object',
};

/** A constant of GraphQL is JSON. */
const defaultOf = (value: ConstValueNode): JSONValue => valueFromASTUntyped(value) as JSONValue;

function valueSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return valueSchema(type.ofType);
  if (isListType(type)) return { type: 'array', items: valueSchema(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const properties = Object.fromEntries(fields.map((field) => [field.name, valueSchema(field.type)]));
    return objectSchema(
      properties,
      fields.filter(isRequiredInputField).map(({ name }) => name),
    );
  }
  const kind = scalarTypes[type.name] ?? 'string';
  return isSpecifiedScalarType(type) ? { type: kind } : { type: kind, description: type.name };
}

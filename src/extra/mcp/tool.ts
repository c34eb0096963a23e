import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';
import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  type GraphQLOutputType,
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
import type { OperationRequest } from '../../operation/operation-request.js';
import type { CompiledQuery } from '../../execution/compile.js';
import { type CompiledField, fieldsBelow } from '../../execution/compile-selection.js';

type JsonSchema = JSONObject;

/** The schema of an object, as MCP wants it of arguments and of structured content. */
interface ObjectSchema extends JSONObject {
  readonly type: 'object';
  readonly properties: Record<string, JsonSchema>;
}

type ToolRequest = Pick<
  OperationRequest,
  'query' | 'isOwn' | 'operationName' | 'variables' | 'explain'
>;

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool as it is listed, and the operation that it runs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** @param args only members of the input schema */
  readonly request: (args: ToolArguments) => ToolRequest;
}

/**
 * The arguments of a tool: the variables of its operation as JSON Schema. A model reads it; the
 * variables themselves are checked where every operation's are.
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
      ...argumentSchema(type),
      ...(description !== undefined && { description }),
      // A constant of GraphQL is JSON.
      ...(defaultValue !== undefined && {
        default: valueFromASTUntyped(defaultValue) as JSONValue,
      }),
    };
    if (node.kind === Kind.NON_NULL_TYPE && defaultValue === undefined) required.push(name);
  }
  return objectSchema(properties, required);
}

export const objectSchema = (
  properties: Record<string, JsonSchema>,
  required: string[],
): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** JSON Schema of a built-in scalar; the façade's own scalars are texts. */
const scalarTypes: Readonly<Record<string, string>> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  JSONObject: 'object',
};

function argumentSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return argumentSchema(type.ofType);
  if (isListType(type)) return { type: 'array', items: argumentSchema(type.ofType) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const properties = fields.map((field) => [field.name, argumentSchema(field.type)] as const);
    const required = fields.filter(isRequiredInputField).map(({ name }) => name);
    return objectSchema(Object.fromEntries(properties), required);
  }
  const kind = scalarTypes[type.name] ?? 'string';
  return isSpecifiedScalarType(type) ? { type: kind } : { type: kind, description: type.name };
}

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer' };

/**
 * The structured content of a tool. `data` is null where the operation did not run, and any object
 * without a schema.
 */
export const outputSchemaOf = (data: JsonSchema = {}): ObjectSchema => ({
  type: 'object',
  properties: {
    data: { ...data, type: ['object', 'null'] },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { code: text, message: text, next: text } },
    },
    cost: { type: 'object', properties: { requests: count } },
    truncated: { type: 'object' },
  },
  required: ['data', 'cost'],
});

/** The data of a query as JSON Schema: names, types and where null is possible. */
export const dataSchemaOf = (query: CompiledQuery): JsonSchema => ({
  properties: propertiesOf(query.whole.root.fields),
});

const propertiesOf = (fields: readonly CompiledField[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    fields.map(({ responseName, definition, type }) => {
      const below = fieldsBelow(type);
      const properties = below.length > 0 ? propertiesOf(below) : undefined;
      return [responseName, fieldSchema(definition.type, properties)];
    }),
  );

function fieldSchema(
  type: GraphQLOutputType,
  properties: Record<string, JsonSchema> | undefined,
): JsonSchema {
  const schema = nonNullSchema(getNullableType(type), properties);
  return isNonNullType(type) ? schema : { ...schema, type: [schema.type, 'null'] };
}

function nonNullSchema(
  type: GraphQLOutputType,
  properties: Record<string, JsonSchema> | undefined,
): JsonSchema & { readonly type: string } {
  if (isListType(type)) return { type: 'array', items: fieldSchema(type.ofType, properties) };
  if (properties !== undefined) return { type: 'object', properties };
  return { type: scalarTypes[getNamedType(type).name] ?? 'string' };
}

import {
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { definitionOf, type Fragments, responseNameOf, selectedNodes } from '../execution/selection.js';
import { scalarTypes } from './input-schema.js';
import type { JsonSchema, ObjectSchema } from './tool.js';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer' };

/**
 * The structured content of a tool. `data` is null where the operation did not run.
 *
 * @param data of the operation's data; any object without it
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

/** The data of an operation as JSON Schema: names, types and where null is possible. */
export function dataSchemaOf(
  schema: GraphQLSchema,
  { selectionSet }: OperationDefinitionNode,
  fragments: Fragments,
): JsonSchema {
  const query = schema.getQueryType();
  return query == null ? {} : { properties: propertiesOf(schema, query, selectionSet, fragments) };
}

function propertiesOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  selectionSet: SelectionSetNode,
  fragments: Fragments,
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {};
  for (const selected of selectedNodes(selectionSet, fragments)) {
    const { node } = selected;
    const field = definitionOf(schema, parent, selected)?.definition;
    if (field === undefined) continue;
    const below = node.selectionSet;
    const inner = below && propertiesOf(schema, getNamedType(field.type), below, fragments);
    properties[responseNameOf(node)] = valueSchema(field.type, inner);
  }
  return properties;
}

function valueSchema(
  type: GraphQLOutputType,
  properties: Record<string, JsonSchema> | undefined,
): JsonSchema {
  const inner = getNullableType(type);
  const schema = isListType(inner)
    ? { type: 'array', items: valueSchema(inner.ofType, properties) }
    : properties !== undefined
      ? { type: 'object', properties }
      : { type: scalarTypes[getNamedType(inner).name] ?? 'string' };
  return isNonNullType(type) ? schema : { ...schema, type: [schema.type, 'null'] };
}

import {
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
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
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): JsonSchema {
  const query = schema.getQueryType();
  return query == null ? {} : { properties: propertiesOf(schema, query, selectionSet, fragments) };
}

function propertiesOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = {};
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const field =
        isObjectType(parent) || isInterfaceType(parent)
          ? parent.getFields()[selection.name.value]
          : undefined;
      if (field === undefined) continue;
      const below = selection.selectionSet;
      const inner = below && propertiesOf(schema, getNamedType(field.type), below, fragments);
      properties[selection.alias?.value ?? selection.name.value] = valueSchema(field.type, inner);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
    if (fragment !== undefined)
      Object.assign(properties, propertiesOf(schema, condition ?? parent, fragment.selectionSet, fragments));
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

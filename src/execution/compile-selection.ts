import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { createReadArguments, serializerOf } from './coercion.js';
import {
  type CollectContext,
  collectFields,
  type FieldGroup,
  type GroupedFieldSet,
  type StreamUsage,
  streamUsageOf,
} from './collect-fields.js';
import type { CompiledField, CompiledSelection, CompiledType } from './compiled-query.js';

/** What the selections of one operation are compiled with. */
export interface Compilation extends CollectContext {
  /** Fields compiled so far. */
  fields: number;
}

/** @param nodes the field nodes that are merged into one field, or the operation itself */
export function compileSelection(
  compilation: Compilation,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): CompiledSelection {
  if (type.isTypeOf) throw new Error(`${type.name} has isTypeOf, which compiled queries do not call.`);
  try {
    const { groupedFieldSet, deferred } = collectFields(compilation, type, nodes);
    const compiledDefers = deferred.map(({ label, groupedFieldSet: fields }) => ({
      label,
      selection: compileFields(compilation, type, fields, undefined),
    }));
    return compileFields(
      compilation,
      type,
      groupedFieldSet,
      compiledDefers.length === 0 ? undefined : compiledDefers,
    );
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { fields: [], hasProtoField: false, deferred: undefined, error };
  }
}

function compileFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  groupedFieldSet: GroupedFieldSet,
  deferred: CompiledSelection['deferred'],
): CompiledSelection {
  const fields = [...groupedFieldSet].map(([name, group]) => compileField(compilation, type, name, group));
  return { fields, hasProtoField: groupedFieldSet.has('__proto__'), deferred, error: undefined };
}

function compileField(
  compilation: Compilation,
  parentType: GraphQLObjectType,
  responseName: string,
  nodes: FieldGroup,
): CompiledField {
  compilation.fields += 1;
  const fieldName = nodes[0].name.value;
  const definition = getFieldDef(compilation.schema, parentType, fieldName);
  return {
    responseName,
    fieldName,
    nodes,
    parentType,
    returnType: definition.type,
    resolve: definition === TypeNameMetaFieldDef ? () => parentType.name : definition.resolve,
    readArguments: createReadArguments(definition, nodes[0]),
    type: compileType(compilation, definition.type, nodes, streamUsageOf(compilation, nodes[0])),
  };
}

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function getFieldDef(
  schema: GraphQLSchema,
  parentType: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> {
  const mayBeMeta = name === '__typename' || parentType === schema.getQueryType();
  const definition = (mayBeMeta ? metaFields.get(name) : undefined) ?? parentType.getFields()[name];
  // Validation has found each field.
  if (definition === undefined) throw new Error(`${parentType.name} has no field ${name}.`);
  return definition;
}

function compileType(
  compilation: Compilation,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  stream?: StreamUsage,
): CompiledType {
  const isNullable = !isNonNullType(type);
  const nullable = type instanceof GraphQLNonNull ? type.ofType : type;
  if (isLeafType(nullable)) return { kind: 'leaf', isNullable, serialize: serializerOf(nullable) };
  if (isListType(nullable))
    return { kind: 'list', isNullable, itemType: compileType(compilation, nullable.ofType, nodes), stream };
  if (!isAbstractType(nullable))
    return { kind: 'object', isNullable, selection: compileSelection(compilation, nullable, nodes) };
  const objectTypes = compilation.schema.getPossibleTypes(nullable);
  const selections = new Map(
    objectTypes.map((each) => [each.name, compileSelection(compilation, each, nodes)]),
  );
  return { kind: 'abstract', isNullable, type: nullable, selections };
}

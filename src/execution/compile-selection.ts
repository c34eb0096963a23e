import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLUnionType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { createReadArguments, type Leaf, leafOf, type ReadArguments } from './coercion.js';
import { type CollectContext, collectFields, streamUsageOf } from './collect-fields.js';
import type { DeferUsage, FieldGroup, GroupedFieldSet, Place, StreamUsage } from './deferred-fields.js';
import type { Fragments } from './selection.js';

/** An operation whose fields are collected and whose types are looked up, ready to be executed. */
export interface CompiledOperation {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly definition: OperationDefinitionNode;
  readonly root: CompiledSelection;
}

/** The selected fields of an object type, in the order of the response. */
export interface CompiledSelection {
  readonly fields: readonly CompiledField[];
  /** Whether a response name is `__proto__`, which a plain object cannot hold. */
  readonly hasProtoField: boolean;
  readonly deferred: readonly CompiledDefer[];
  /** Why the fields cannot be collected: a condition is null. It fails the objects that are reached, and no other. */
  readonly error: GraphQLError | undefined;
}

/** Fields of an object that are delivered later, together. */
export interface CompiledDefer {
  /** The deferred fragments that they are delivered with: with the first that is complete. */
  readonly usages: readonly DeferUsage[];
  /** As that of `DeferUsage`; the object may be deeper than the fragments. */
  readonly depth: number;
  readonly selection: CompiledSelection;
}

export interface CompiledField {
  readonly responseName: string;
  readonly fieldName: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly returnType: GraphQLOutputType;
  /** Undefined where the value is the member of the source that has the field's name. */
  readonly resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  readonly readArguments: ReadArguments;
  readonly type: CompiledType;
  /** What `typeof` says of a member of the source that is the completed value itself, as most are; undefined where none is. */
  readonly plainType: Leaf['plainType'];
}

/** A type and what is selected on it: how a resolved value is completed. */
export type CompiledType =
  | ({ readonly kind: 'leaf'; readonly isNullable: boolean } & Leaf)
  | {
      readonly kind: 'list';
      readonly isNullable: boolean;
      readonly itemType: CompiledType;
      readonly stream: StreamUsage | undefined;
    }
  | { readonly kind: 'object'; readonly isNullable: boolean; readonly selection: CompiledSelection }
  | {
      readonly kind: 'abstract';
      readonly isNullable: boolean;
      readonly type: GraphQLInterfaceType | GraphQLUnionType;
      /** By the name of the object type that a value resolves to. */
      readonly selections: ReadonlyMap<string, CompiledSelection>;
    };

export type CompiledAs<Kind extends CompiledType['kind']> = Extract<CompiledType, { kind: Kind }>;

/** What the selections of one operation are compiled with, and how many fields that have been so far. */
export interface Compilation extends CollectContext {
  fields: number;
}

export function compileSelection(
  compilation: Compilation,
  type: GraphQLObjectType,
  place: Place,
): CompiledSelection {
  if (type.isTypeOf) throw new Error(`${type.name} has isTypeOf, which compiled queries do not call.`);
  try {
    const { groupedFieldSet, deferred } = collectFields(compilation, type, place);
    const compiledDefers = deferred.map(({ usages, groupedFieldSet: fields }) => ({
      usages,
      depth: place.depth,
      selection: compileFields(compilation, type, fields, { around: usages, depth: place.depth }),
    }));
    return compileFields(compilation, type, groupedFieldSet, place, compiledDefers);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { fields: [], hasProtoField: false, deferred: [], error };
  }
}

function compileFields(
  compilation: Compilation,
  type: GraphQLObjectType,
  groupedFieldSet: GroupedFieldSet,
  { around, depth }: Omit<Place, 'nodes'>,
  deferred: CompiledSelection['deferred'] = [],
): CompiledSelection {
  const fields = [...groupedFieldSet].map(([name, nodes]) =>
    compileField(compilation, type, name, { nodes, around, depth }),
  );
  return { fields, hasProtoField: groupedFieldSet.has('__proto__'), deferred, error: undefined };
}

/** @param place the object of the field, with the nodes of the field */
function compileField(
  compilation: Compilation,
  parentType: GraphQLObjectType,
  responseName: string,
  place: Place<FieldNode> & { readonly nodes: FieldGroup },
): CompiledField {
  compilation.fields += 1;
  const [{ node: first }] = place.nodes;
  const fieldName = first.name.value;
  const definition = getFieldDef(compilation.schema, parentType, fieldName);
  const resolve = definition === TypeNameMetaFieldDef ? () => parentType.name : definition.resolve;
  const type = compileType(compilation, definition.type, below(place), streamUsageOf(compilation, first));
  return {
    responseName,
    fieldName,
    nodes: [...new Set(place.nodes.map(({ node }) => node))],
    parentType,
    returnType: definition.type,
    resolve,
    readArguments: createReadArguments(definition, first),
    type,
    plainType: resolve === undefined && type.kind === 'leaf' ? type.plainType : undefined,
  };
}

const below = (place: Place<FieldNode>): Place<FieldNode> => ({
  nodes: place.nodes,
  around: place.around,
  depth: place.depth + 1,
});

/** An item that is streamed is delivered by itself, with what deferred fragments around the list select. */
const ofStream = ({ nodes, depth }: Place<FieldNode>): Place<FieldNode> => ({
  nodes: [...new Set(nodes.map(({ node }) => node))].map((node) => ({ node, usage: undefined })),
  around: [],
  depth,
});

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
  place: Place<FieldNode>,
  stream?: StreamUsage,
): CompiledType {
  const isNullable = !isNonNullType(type);
  const nullable = type instanceof GraphQLNonNull ? type.ofType : type;
  if (isLeafType(nullable)) return { kind: 'leaf', isNullable, ...leafOf(nullable) };
  if (isListType(nullable)) {
    const items = below(stream === undefined ? place : ofStream(place));
    return { kind: 'list', isNullable, itemType: compileType(compilation, nullable.ofType, items), stream };
  }
  if (!isAbstractType(nullable))
    return { kind: 'object', isNullable, selection: compileSelection(compilation, nullable, place) };
  const objectTypes = compilation.schema.getPossibleTypes(nullable);
  const selections = new Map(
    objectTypes.map((each) => [each.name, compileSelection(compilation, each, place)]),
  );
  return { kind: 'abstract', isNullable, type: nullable, selections };
}

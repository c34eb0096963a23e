import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLUnionType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { argumentsOf, type ReadArguments } from './argument.js';
import { type Collecting, collectFields, type FieldGroup, type FieldGroups } from './collect-fields.js';
import { type Serialize, serializerOf } from './leaf.js';

/** The fields of an object of the answer, in their order. */
export interface CompiledSelection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly CompiledField[];
  /** Whether a key is one that a plain object has already: `__proto__`. */
  readonly isBare: boolean;
  /** Fragments that come later; undefined where there are none. */
  readonly deferred: readonly CompiledDefer[] | undefined;
  /** Why its fields cannot be collected: a condition is null. It is an error only where such an object is reached. */
  readonly failure: GraphQLError | undefined;
}

export interface CompiledDefer {
  readonly label: string | undefined;
  readonly object: CompiledSelection;
}

export interface CompiledField {
  /** Its key in the answer. */
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly returnType: GraphQLOutputType;
  /** Undefined where the value is the source's member of the field's name. */
  readonly resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  readonly argumentsFor: ReadArguments;
  readonly value: CompiledValue;
}

export type Variables = Readonly<Record<string, unknown>>;

/** How many items of a list come with it; the rest comes later. */
export interface CompiledStream {
  readonly label: string | undefined;
  readonly initialCount: number;
}

/** How a value that was resolved becomes part of the answer. */
export type CompiledValue = { readonly isNullable: boolean } & (
  | { readonly kind: 'leaf'; readonly serialize: Serialize }
  | { readonly kind: 'list'; readonly item: CompiledValue; readonly stream: CompiledStream | undefined }
  | { readonly kind: 'object'; readonly object: CompiledSelection }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLInterfaceType | GraphQLUnionType;
      /** By the name of the type that the value turns out to be. */
      readonly objects: ReadonlyMap<string, CompiledSelection>;
    }
);

/** What the selections of one document are planned with. */
export interface Compilation extends Collecting {
  /** Undefined for a list that comes whole. */
  readonly streamedBy: (field: FieldNode) => CompiledStream | undefined;
  /** Fields planned so far. */
  fields: number;
}

/** @param nodes fields that are merged into the one whose selections these are, or the operation itself */
export function compileSelection(
  planning: Compilation,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): CompiledSelection {
  if (type.isTypeOf) throw new Error(`${type.name} has isTypeOf, which plans do not call.`);
  try {
    const { groups, deferred } = collectFields(planning, type, nodes);
    const later = deferred.map(({ label, groups: own }) => ({
      label,
      object: planFields(planning, type, own, undefined),
    }));
    return planFields(planning, type, groups, later.length === 0 ? undefined : later);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { type, fields: [], isBare: false, deferred: undefined, failure: error };
  }
}

function planFields(
  planning: Compilation,
  type: GraphQLObjectType,
  groups: FieldGroups,
  deferred: CompiledSelection['deferred'],
): CompiledSelection {
  const fields = [...groups].map(([key, group]) => planField(planning, type, key, group));
  return { type, fields, isBare: groups.has('__proto__'), deferred, failure: undefined };
}

function planField(
  planning: Compilation,
  parentType: GraphQLObjectType,
  key: string,
  nodes: FieldGroup,
): CompiledField {
  planning.fields += 1;
  const name = nodes[0].name.value;
  const definition = definitionOf(planning, parentType, name);
  return {
    key,
    name,
    nodes,
    parentType,
    returnType: definition.type,
    // The parent's type is known here, and nothing else is told by `__typename`.
    resolve: definition === TypeNameMetaFieldDef ? () => parentType.name : definition.resolve,
    argumentsFor: argumentsOf(definition, nodes[0]),
    value: planValue(planning, definition.type, nodes, planning.streamedBy(nodes[0])),
  };
}

/** Fields that a type has without declaring them; the last two are the query's alone. */
const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function definitionOf(
  { schema }: Compilation,
  parentType: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> {
  const isMeta = name === '__typename' || parentType === schema.getQueryType();
  const definition = (isMeta ? metaFields.get(name) : undefined) ?? parentType.getFields()[name];
  // Validation has found each field.
  if (definition === undefined) throw new Error(`${parentType.name} has no field ${name}.`);
  return definition;
}

function planValue(
  planning: Compilation,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  stream?: CompiledStream,
): CompiledValue {
  const isNullable = !isNonNullType(type);
  const inner = type instanceof GraphQLNonNull ? type.ofType : type;
  if (isLeafType(inner)) return { isNullable, kind: 'leaf', serialize: serializerOf(inner) };
  if (isListType(inner))
    return { isNullable, kind: 'list', item: planValue(planning, inner.ofType, nodes), stream };
  if (!isAbstractType(inner))
    return { isNullable, kind: 'object', object: compileSelection(planning, inner, nodes) };
  const possible = planning.schema.getPossibleTypes(inner);
  const objects = new Map(possible.map((each) => [each.name, compileSelection(planning, each, nodes)]));
  return { isNullable, kind: 'abstract', type: inner, objects };
}

import {
  type FieldNode,
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
  TypeNameMetaFieldDef,
} from 'graphql';
import { argumentsOf, type ReadArguments } from './argument.js';
import { collectFields, type Fragments, type IsIncluded } from './collect.js';
import { type Serialize, serializerOf } from './leaf.js';

/** The fields of an object of the answer, in their order. */
export interface ObjectPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
}

export interface FieldPlan {
  /** Its key in the answer. */
  readonly key: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly returnType: GraphQLOutputType;
  /** Undefined where the value is the source's member of the field's name. */
  readonly resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  readonly argumentsFor: ReadArguments;
  readonly value: ValuePlan;
}

export type Variables = Readonly<Record<string, unknown>>;

/** How a value that was resolved becomes part of the answer. */
export type ValuePlan = { readonly isNullable: boolean } & (
  | { readonly kind: 'leaf'; readonly serialize: Serialize }
  | { readonly kind: 'list'; readonly item: ValuePlan }
  | { readonly kind: 'object'; readonly object: ObjectPlan }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLInterfaceType | GraphQLUnionType;
      /** By the name of the type that the value turns out to be. */
      readonly objects: ReadonlyMap<string, ObjectPlan>;
    }
);

/** What the selections of one document are planned with. */
export interface Planning {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly isIncluded: IsIncluded;
  /** Fields that may still be planned. */
  fieldsLeft: number;
}

/** Tells that an operation has something that plans do not know. */
export class CannotBePlanned extends Error {}

/** @param nodes fields that are merged into the one whose selections these are, or the operation itself */
export function planObject(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): ObjectPlan {
  if (type.isTypeOf) throw new CannotBePlanned(`${type.name} tells its values by a look at them.`);
  const grouped = collectFields(planning, type, nodes);
  return { type, fields: [...grouped].map(([key, group]) => planField(planning, type, key, group)) };
}

function planField(
  planning: Planning,
  parentType: GraphQLObjectType,
  key: string,
  nodes: readonly [FieldNode, ...FieldNode[]],
): FieldPlan {
  planning.fieldsLeft -= 1;
  if (planning.fieldsLeft < 0) throw new CannotBePlanned('There are too many fields.');
  // To a plain object this is its prototype, not a member.
  if (key === '__proto__') throw new CannotBePlanned('A key would not be a member.');
  const name = nodes[0].name.value;
  const definition = name === '__typename' ? TypeNameMetaFieldDef : parentType.getFields()[name];
  if (definition === undefined)
    throw new CannotBePlanned(`${parentType.name} has no field ${name} of its own.`);
  return {
    key,
    name,
    nodes,
    parentType,
    returnType: definition.type,
    // The parent's type is known here, and nothing else is told by `__typename`.
    resolve: name === '__typename' ? () => parentType.name : definition.resolve,
    argumentsFor: argumentsOf(definition, nodes[0]),
    value: planValue(planning, definition.type, nodes),
  };
}

function planValue(planning: Planning, type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
  const isNullable = !isNonNullType(type);
  const inner = type instanceof GraphQLNonNull ? type.ofType : type;
  if (isLeafType(inner)) return { isNullable, kind: 'leaf', serialize: serializerOf(inner) };
  if (isListType(inner)) return { isNullable, kind: 'list', item: planValue(planning, inner.ofType, nodes) };
  if (!isAbstractType(inner))
    return { isNullable, kind: 'object', object: planObject(planning, inner, nodes) };
  const possible = planning.schema.getPossibleTypes(inner);
  const objects = new Map(possible.map((each) => [each.name, planObject(planning, each, nodes)]));
  return { isNullable, kind: 'abstract', type: inner, objects };
}

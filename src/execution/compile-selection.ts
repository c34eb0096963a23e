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
  TypeNameMetaFieldDef,
} from 'graphql';
import { extend } from '../base/extend.js';
import { createReadArguments, type Leaf, leafOf, type ReadArguments } from './coercion.js';
import type {
  CollectedFields,
  DeferUsage,
  FieldCollector,
  ParentNode,
  ObjectPlace,
  StreamUsage,
  UsedNode,
} from './collect-fields.js';

/** An operation whose fields are collected and whose types are looked up, ready to be executed. */
export interface CompiledOperation {
  readonly schema: GraphQLSchema;
  readonly definition: OperationDefinitionNode;
  readonly root: CompiledSelection;
  readonly fields: number;
}

/** The selected fields of an object type, in the order of the response. */
export interface CompiledSelection {
  readonly fields: readonly CompiledField[];
  /** Whether a response name is `__proto__`, which a plain object cannot hold. */
  readonly hasProtoField: boolean;
  /** Of its text without the values of strings, lists and objects. */
  readonly bytes: number;
  readonly deferred: readonly CompiledDefer[];
  /**
   * Why the fields cannot be collected: a condition is null, or a label too long. It fails the
   * objects that are reached, and no other.
   */
  readonly error: GraphQLError | undefined;
}

/** Fields of an object that are delivered later, together. */
export interface CompiledDefer {
  /** The deferred fragments that they are delivered with: with the first that is complete. */
  readonly usages: readonly DeferUsage[];
  readonly selection: CompiledSelection;
}

export interface CompiledField {
  readonly responseName: string;
  /** Response names from the root, for example `screens.nodes.playbackConfiguration`. */
  readonly path: string;
  readonly fieldName: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Undefined where the value is the member of the source that has the field's name. */
  readonly resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  readonly readArguments: ReadArguments;
  readonly type: CompiledType;
  /**
   * What `typeof` says of a member of the source that is the completed value itself, as most are;
   * undefined where none is.
   */
  readonly plainType: Leaf['plainType'];
}

/** A type and what is selected on it: how a resolved value is completed. */
export type CompiledType = { readonly isNullable: boolean } & (
  | ({ readonly kind: 'leaf' } & Leaf)
  | {
      readonly kind: 'list';
      readonly itemType: CompiledType;
      readonly stream: StreamUsage | undefined;
    }
  | { readonly kind: 'object'; readonly selection: CompiledSelection }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLInterfaceType | GraphQLUnionType;
      /** By the name of the object type that a value resolves to. */
      readonly selections: ReadonlyMap<string, CompiledSelection>;
    }
);

/**
 * What is selected below a type, now or later: of a list on its items, of an interface on each of
 * its types.
 */
export function selectionsBelow(type: CompiledType): readonly CompiledSelection[] {
  if (type.kind === 'leaf') return [];
  if (type.kind === 'list') return selectionsBelow(type.itemType);
  const selections = type.kind === 'object' ? [type.selection] : [...type.selections.values()];
  return selections.flatMap((each) => [each, ...each.deferred.map(({ selection }) => selection)]);
}

/** The fields below a type, each name once. */
export function fieldsBelow(type: CompiledType): readonly CompiledField[] {
  const byName = new Map<string, CompiledField>();
  for (const { fields } of selectionsBelow(type)) {
    for (const each of fields) {
      if (!byName.has(each.responseName)) byName.set(each.responseName, each);
    }
  }
  return [...byName.values()];
}

export type CompiledAs<Kind extends CompiledType['kind']> = Extract<CompiledType, { kind: Kind }>;

/**
 * Of a field beside its name: `"":,` and a short value, or the quotes and brackets of another one.
 */
const bytesPerField = 8;

export class SelectionCompiler {
  private compiledFields = 0;

  constructor(private readonly collector: FieldCollector) {}

  /** How many fields it has compiled so far. */
  get fields(): number {
    return this.compiledFields;
  }

  compile(
    type: GraphQLObjectType,
    nodes: readonly ParentNode[],
    place: ObjectPlace,
  ): CompiledSelection {
    if (type.isTypeOf) {
      throw new Error(`${type.name} has isTypeOf, which compiled queries do not call.`);
    }
    try {
      const [own, ...later] = this.collector.collect(type, nodes, place);
      const deferred = later.map(({ usages, fields }) => ({
        usages,
        selection: this.compileFields(type, fields, extend(place, { around: usages })),
      }));
      return this.compileFields(type, own.fields, place, deferred);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { fields: [], hasProtoField: false, bytes: 0, deferred: [], error };
    }
  }

  private compileFields(
    type: GraphQLObjectType,
    fields: CollectedFields['fields'],
    place: ObjectPlace,
    deferred: CompiledSelection['deferred'] = [],
  ): CompiledSelection {
    const compiled = Array.from(fields, ([name, nodes]) =>
      this.compileField(type, name, nodes, place),
    );
    const bytes = compiled.reduce(
      (sum, { responseName }) => sum + responseName.length + bytesPerField,
      2,
    );
    return {
      fields: compiled,
      hasProtoField: fields.has('__proto__'),
      bytes,
      deferred,
      error: undefined,
    };
  }

  private compileField(
    parentType: GraphQLObjectType,
    responseName: string,
    nodes: readonly [UsedNode, ...UsedNode[]],
    place: ObjectPlace,
  ): CompiledField {
    this.compiledFields += 1;
    const [{ node: first }] = nodes;
    const fieldName = first.name.value;
    const definition = this.collector.definitionOf(parentType, fieldName);
    const resolve =
      definition === TypeNameMetaFieldDef ? () => parentType.name : definition.resolve;
    const stream = this.collector.streamUsageOf(first);
    const path = place.path === undefined ? responseName : `${place.path}.${responseName}`;
    const type = this.compileType(definition.type, nodes, extend(below(place), { path }), stream);
    return {
      responseName,
      path,
      fieldName,
      nodes: distinctNodes(nodes),
      parentType,
      definition,
      resolve,
      readArguments: createReadArguments(definition, first),
      type,
      plainType: resolve === undefined && type.kind === 'leaf' ? type.plainType : undefined,
    };
  }

  private compileType(
    type: GraphQLOutputType,
    nodes: readonly UsedNode[],
    place: ObjectPlace,
    stream?: StreamUsage,
  ): CompiledType {
    const isNullable = !isNonNullType(type);
    const nullable = type instanceof GraphQLNonNull ? type.ofType : type;
    if (isLeafType(nullable)) return { kind: 'leaf', isNullable, ...leafOf(nullable) };
    if (isListType(nullable)) {
      const itemType =
        stream === undefined
          ? this.compileType(nullable.ofType, nodes, below(place))
          : this.compileStreamed(nullable.ofType, nodes, below(place));
      return { kind: 'list', isNullable, itemType, stream };
    }
    if (!isAbstractType(nullable)) {
      return { kind: 'object', isNullable, selection: this.compile(nullable, nodes, place) };
    }
    const objectTypes = this.collector.schema.getPossibleTypes(nullable);
    const selections = new Map(
      objectTypes.map((each) => [each.name, this.compile(each, nodes, place)]),
    );
    return { kind: 'abstract', isNullable, type: nullable, selections };
  }

  /**
   * An item that is streamed is delivered by itself, with what deferred fragments around the list
   * select.
   */
  private compileStreamed(
    itemType: GraphQLOutputType,
    nodes: readonly UsedNode[],
    place: ObjectPlace,
  ): CompiledType {
    const unused = distinctNodes(nodes).map((node): UsedNode => ({ node }));
    return this.compileType(itemType, unused, extend(place, { around: [] }));
  }
}

const distinctNodes = (nodes: readonly UsedNode[]): readonly FieldNode[] => [
  ...new Set(nodes.map(({ node }) => node)),
];

const below = (place: ObjectPlace): ObjectPlace => extend(place, { depth: place.depth + 1 });

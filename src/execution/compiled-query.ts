import type {
  FieldNode,
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  GraphQLUnionType,
  OperationDefinitionNode,
} from 'graphql';
import type { ReadArguments, Serialize } from './coercion.js';
import type { DeferUsage, StreamUsage } from './collect-fields.js';
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
  /** Undefined where nothing is deferred. */
  readonly deferred: readonly CompiledDefer[] | undefined;
  /** Why the fields cannot be collected: a condition is null. It fails the objects that are reached, and no other. */
  readonly error: GraphQLError | undefined;
}

export interface CompiledDefer extends DeferUsage {
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
}

/** A type and what is selected on it: how a resolved value is completed. */
export type CompiledType = CompiledLeaf | CompiledList | CompiledObject | CompiledAbstract;

export interface CompiledLeaf {
  readonly kind: 'leaf';
  readonly isNullable: boolean;
  readonly serialize: Serialize;
}

export interface CompiledList {
  readonly kind: 'list';
  readonly isNullable: boolean;
  readonly itemType: CompiledType;
  readonly stream: StreamUsage | undefined;
}

export interface CompiledObject {
  readonly kind: 'object';
  readonly isNullable: boolean;
  readonly selection: CompiledSelection;
}

export interface CompiledAbstract {
  readonly kind: 'abstract';
  readonly isNullable: boolean;
  readonly type: GraphQLInterfaceType | GraphQLUnionType;
  /** By the name of the object type that a value resolves to. */
  readonly selections: ReadonlyMap<string, CompiledSelection>;
}

import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isListType,
  isObjectType,
} from 'graphql';
import {
  definitionOf,
  type Fragments,
  fragmentsOf,
  responseNameOf,
  type SelectedNode,
  selectedNodes,
} from '../execution/selection.js';
import { anyIncluded, createValueReader } from '../graphql/cost/selected-field.js';
import type { CheckedOperation } from './documents/checked-operation.js';

/** A field of an object in a response. */
export interface ResponseField {
  /** In the response. */
  readonly name: string;
  /** The first of its nodes. */
  readonly node: FieldNode;
  readonly nodes: FieldNode[];
  /** Undefined for `__typename`. */
  readonly definition: GraphQLField<unknown, unknown> | undefined;
}

export const isList = ({ definition }: ResponseField): boolean =>
  definition !== undefined && isListType(getNullableType(definition.type));

/** What a query selects with the variables of one request, `@skip` and `@include` applied. */
export class Selection {
  private readonly fragments: Fragments;
  private readonly isIncluded: (node: SelectedNode) => boolean;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly operation: CheckedOperation,
    variables: Readonly<Record<string, unknown>>,
  ) {
    const { ast, definition } = operation;
    this.fragments = fragmentsOf(ast);
    const read = createValueReader(definition);
    this.isIncluded = (node) => anyIncluded([node], read)(variables);
  }

  /** The root fields. */
  fields(): readonly ResponseField[] {
    const query = this.schema.getQueryType();
    return query ? this.fieldsOf([this.operation.definition], query) : [];
  }

  /** The fields of the object that a field gives; none for a value. */
  fieldsBelow({ nodes, definition }: ResponseField): readonly ResponseField[] {
    return definition === undefined ? [] : this.fieldsOf(nodes, getNamedType(definition.type));
  }

  /** The fields that nodes select on an object, in the order of the response; of an interface, those of all its types. */
  private fieldsOf(
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    parent: GraphQLNamedType,
  ): readonly ResponseField[] {
    const fields = new Map<string, ResponseField>();
    for (const each of nodes.flatMap(({ selectionSet }) => selectedNodes(selectionSet, this.fragments))) {
      const { node } = each;
      const found = definitionOf(this.schema, parent, each);
      // A fragment for another type than that of the object never applies.
      const isOther = isObjectType(parent) && isObjectType(found?.type) && found.type !== parent;
      const isKnown = found !== undefined || node.name.value === '__typename';
      if (isOther || !isKnown || !this.isIncluded(each)) continue;
      const name = responseNameOf(node);
      const known = fields.get(name);
      if (known !== undefined) known.nodes.push(node);
      else fields.set(name, { name, node, nodes: [node], definition: found?.definition });
    }
    return [...fields.values()];
  }
}

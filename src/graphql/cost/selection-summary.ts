import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import {
  definitionOf,
  type Fragments,
  responseNameOf,
  type SelectedNode,
  selectedNodes,
} from '../../execution/selection.js';
import { fieldCostOf } from './field-cost.js';
import {
  anyIncluded,
  createValueReader,
  type IsIncluded,
  isList,
  type ReadValue,
  SelectedField,
} from './selected-field.js';

/** Summarizes an operation once for each document; estimates and prefetch read the summary for each request. */
export function summarizeSelection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly SelectedField[] {
  const query = schema.getQueryType();
  const document = { schema, fragments, read: createValueReader(operation) };
  return query ? summarizeObject(document, selectedNodes(operation.selectionSet, fragments), query, '') : [];
}

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly read: ReadValue;
}

/** Nodes of one type and response name, which are one field: they have the same arguments. */
interface FieldNodes {
  readonly type: GraphQLNamedType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly nodes: [SelectedNode, ...SelectedNode[]];
}

/** @param prefix response names down to the object, with a dot behind each */
function summarizeObject(
  document: Document,
  selected: readonly SelectedNode[],
  parent: GraphQLNamedType,
  prefix: string,
): SelectedField[] {
  const groups = new Map<string, FieldNodes>();
  for (const each of selected) {
    const found = definitionOf(document.schema, parent, each);
    if (found === undefined) continue;
    const key = `${found.type.name} ${responseNameOf(each.node)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { nodes: [each], ...found });
    else group.nodes.push(each);
  }
  const known = knownCheck(selected, document.read);
  return [...groups.values()].flatMap((group) => summarizeField(document, group, prefix, known) ?? []);
}

/** Undefined for a field that costs nothing and leads to nothing that does. */
function summarizeField(
  document: Document,
  { type, definition, nodes }: FieldNodes,
  prefix: string,
  known: IsIncluded | undefined,
): SelectedField | undefined {
  const { read, fragments } = document;
  const [{ node }] = nodes;
  const path = `${prefix}${responseNameOf(node)}`;
  // One node alone is there wherever the field is.
  const below =
    nodes.length === 1
      ? selectedNodes(node.selectionSet, fragments)
      : nodes.flatMap((each) => selectedNodes(each.node.selectionSet, fragments, each.conditions));
  const fields = summarizeObject(document, below, getNamedType(definition.type), `${path}.`);
  const takesList = definition.args.some(({ type: argument }) => isList(argument));
  if (fieldCostOf(definition) === undefined && fields.length === 0 && !takesList) return undefined;
  const included = anyIncluded(nodes, read);
  const isIncluded: IsIncluded =
    known === undefined ? included : (variables) => known(variables) && included(variables);
  return new SelectedField(type.name, definition, path, isIncluded, fields, node, below, read);
}

/** Whether all conditions of an object have values: one that is null fails the whole object. Undefined without any. */
function knownCheck(nodes: readonly SelectedNode[], read: ReadValue): IsIncluded | undefined {
  const conditions = new Set(nodes.flatMap((each) => each.conditions));
  const variables = [...conditions].map(({ value }) => value).filter(({ kind }) => kind === Kind.VARIABLE);
  if (variables.length === 0) return undefined;
  return (given) => variables.every((value) => read(value, given) !== null);
}

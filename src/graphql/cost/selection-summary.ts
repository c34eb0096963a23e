import {
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { createReadArguments } from '../../execution/coercion.js';
import {
  type Condition,
  definitionOf,
  type Fragments,
  responseNameOf,
  type SelectedNode,
  selectedNodes,
} from '../../execution/selection.js';
import { listArguments, listMembers } from './list-arguments.js';
import { fieldCostOf, usualLengthOf } from './field-cost.js';
import {
  always,
  both,
  createArgumentReader,
  createValueReader,
  either,
  type IsIncluded,
  mergeFields,
  never,
  type ReadValue,
  type SelectedField,
} from './selected-field.js';

/** Summarizes an operation once for each document; estimates and prefetch read the summary for each request. */
export function summarizeSelection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly SelectedField[] {
  const query = schema.getQueryType();
  const document = { schema, fragments, read: createValueReader(operation) };
  return query ? summarizeObject(document, operation.selectionSet, query, '') : [];
}

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly read: ReadValue;
}

function summarizeObject(
  document: Document,
  selectionSet: SelectionSetNode,
  type: GraphQLNamedType,
  prefix: string,
): SelectedField[] {
  const nodes = selectedNodes(selectionSet, document.fragments);
  const found = nodes.flatMap((each) => summarizeField(document, each, type, prefix) ?? []);
  const merged = mergeFields(found);
  const isKnown = areKnown(nodes, document.read);
  return isKnown === always
    ? merged
    : merged.map((field) => ({ ...field, isIncluded: both(isKnown, field.isIncluded) }));
}

/** Undefined for a field that costs nothing and leads to nothing that does. */
function summarizeField(
  document: Document,
  selected: SelectedNode,
  parent: GraphQLNamedType,
  prefix: string,
): SelectedField | undefined {
  const { node, conditions } = selected;
  const { type, definition } = definitionOf(document.schema, parent, selected) ?? {};
  if (type === undefined || definition === undefined) return undefined;
  const path = `${prefix}${responseNameOf(node)}`;
  const named = getNamedType(definition.type);
  const fields =
    node.selectionSet && isCompositeType(named)
      ? summarizeObject(document, node.selectionSet, named, `${path}.`)
      : [];
  const reads = fieldCostOf(definition);
  const lists = listArguments(definition.args);
  if (reads === undefined && fields.length === 0 && lists.length === 0) return undefined;
  return {
    key: `${type.name} ${path}`,
    path,
    reads,
    lists,
    memberLists: listMembers(definition),
    argument: createArgumentReader(node, document.read),
    coerceArguments: createReadArguments(definition, node),
    isIncluded: areMet(conditions, document.read),
    ...shownParts(document, node.selectionSet),
    usualLength: isList(definition.type) ? usualLengthOf(`${type.name}.${definition.name}`) : 1,
    fields,
  };
}

/** What is selected of a connection. */
function shownParts(
  { fragments, read }: Document,
  selectionSet: SelectionSetNode | undefined,
): Pick<SelectedField, 'showsTotal' | 'showsItems'> {
  const totals = selectedNodes(selectionSet, fragments).filter(
    ({ node }) => node.name.value === 'totalCount',
  );
  return {
    showsTotal: totals.map(({ conditions }) => areMet(conditions, read)).reduce(either, never),
    showsItems: selectionSet?.selections.some((each) => !isTotal(each)) ?? false,
  };
}

/** Execution evaluates the same conditions with coerced variables, and throws where one is null. */
const areMet = (conditions: readonly Condition[], read: ReadValue): IsIncluded =>
  conditions.length === 0
    ? always
    : (variables) =>
        conditions.every(({ value, expected }) => (read(value, variables) === true) === expected);

/** Whether all conditions of an object have values: one that is null fails the whole object. */
function areKnown(nodes: readonly SelectedNode[], read: ReadValue): IsIncluded {
  const values = new Set(nodes.flatMap(({ conditions }) => conditions.map(({ value }) => value)));
  const variables = [...values].filter(({ kind }) => kind === Kind.VARIABLE);
  if (variables.length === 0) return always;
  return (given) => variables.every((value) => read(value, given) !== null);
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

const isTotal = (selection: SelectionNode): boolean =>
  selection.kind === Kind.FIELD &&
  (selection.name.value === 'totalCount' || selection.name.value === '__typename');

import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
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
  return query ? summarizeObject(document, selectedNodes(operation.selectionSet, fragments), query, '') : [];
}

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly read: ReadValue;
}

function summarizeObject(
  document: Document,
  nodes: readonly SelectedNode[],
  type: GraphQLNamedType,
  prefix: string,
): SelectedField[] {
  const found: SelectedField[] = [];
  for (const each of nodes) {
    const field = summarizeField(document, each, type, prefix);
    if (field !== undefined) found.push(field);
  }
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
  const nodes = selectedNodes(node.selectionSet, document.fragments);
  const fields = isCompositeType(named) ? summarizeObject(document, nodes, named, `${path}.`) : [];
  const reads = fieldCostOf(definition);
  const lists = listArguments(definition.args);
  if (reads === undefined && fields.length === 0 && lists.length === 0) return undefined;
  return {
    parentType: type.name,
    definition,
    path,
    reads,
    lists,
    memberLists: listMembers(definition),
    argument: createArgumentReader(node, document.read),
    coerceArguments: createReadArguments(definition, node),
    isIncluded: areMet(conditions, document.read),
    ...shownParts(nodes, document.read),
    usualLength: isList(definition.type) ? usualLengthOf(`${type.name}.${definition.name}`) : 1,
    fields,
  };
}

/** What is selected of a connection. */
function shownParts(nodes: readonly SelectedNode[], read: ReadValue) {
  let [showsTotal, showsItems] = [never, never];
  for (const { node, conditions } of nodes) {
    const { value: name } = node.name;
    if (name === 'totalCount') showsTotal = either(showsTotal, areMet(conditions, read));
    else if (name !== '__typename') showsItems = either(showsItems, areMet(conditions, read));
  }
  return { showsTotal, showsItems };
}

/** Execution evaluates the same conditions with coerced variables, and throws where one is null. */
const areMet = (conditions: readonly Condition[], read: ReadValue): IsIncluded =>
  conditions.length === 0
    ? always
    : (variables) =>
        conditions.every(({ value, expected }) => (read(value, variables) === true) === expected);

/** Whether all conditions of an object have values: one that is null fails the whole object. */
function areKnown(nodes: readonly SelectedNode[], read: ReadValue): IsIncluded {
  const conditions = new Set(nodes.flatMap((each) => each.conditions));
  const variables = [...conditions].map(({ value }) => value).filter(({ kind }) => kind === Kind.VARIABLE);
  if (variables.length === 0) return always;
  return (given) => variables.every((value) => read(value, given) !== null);
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** The names of arguments, or of members of an argument, that are lists. */
const listArguments = (
  inputs: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): readonly string[] => inputs.flatMap(({ name, type }) => (isListType(getNullableType(type)) ? [name] : []));

/** The members of arguments that are lists, by the argument. */
function listMembers({ args }: GraphQLField<unknown, unknown>): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, readonly string[]>();
  for (const { name, type } of args) {
    const input = getNamedType(type);
    if (isInputObjectType(input)) members.set(name, listArguments(Object.values(input.getFields())));
  }
  return members;
}

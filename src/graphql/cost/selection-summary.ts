import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { createReadArguments } from '../../execution/coercion.js';
import {
  definitionOf,
  type Fragments,
  responseNameOf,
  type SelectedNode,
  selectedNodes,
} from '../../execution/selection.js';
import { fieldCostOf, usualLengthOf } from './field-cost.js';
import {
  createArgumentReader,
  createValueReader,
  type IsIncluded,
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
  const fields: SelectedField[] = [];
  for (const group of groups.values()) {
    const field = summarizeField(document, group, prefix, known);
    if (field !== undefined) fields.push(field);
  }
  return fields;
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
  const reads = fieldCostOf(definition);
  const lists = listArguments(definition.args);
  if (reads === undefined && fields.length === 0 && lists.length === 0) return undefined;
  const isIncluded = anyIncluded(nodes, read);
  return {
    parentType: type.name,
    definition,
    path,
    reads,
    lists,
    memberLists: listMembers(definition),
    argument: createArgumentReader(node, read),
    coerceArguments: createReadArguments(definition, node),
    isIncluded: known === undefined ? isIncluded : (variables) => known(variables) && isIncluded(variables),
    showsTotal: anyIncluded(below.filter(isTotal), read),
    showsItems: anyIncluded(
      below.filter((each) => !isTotal(each) && each.node.name.value !== '__typename'),
      read,
    ),
    usualLength: isListType(getNullableType(definition.type))
      ? usualLengthOf(`${type.name}.${definition.name}`)
      : 1,
    fields,
  };
}

const isTotal = ({ node }: SelectedNode): boolean => node.name.value === 'totalCount';

/** Execution evaluates the same conditions with coerced variables, and throws where one is null. */
const anyIncluded = (nodes: readonly SelectedNode[], read: ReadValue): IsIncluded =>
  nodes.some(({ conditions }) => conditions.length === 0)
    ? always
    : (variables) =>
        nodes.some(({ conditions }) =>
          conditions.every(({ value, expected }) => (read(value, variables) === true) === expected),
        );

const always: IsIncluded = () => true;

/** Whether all conditions of an object have values: one that is null fails the whole object. Undefined without any. */
function knownCheck(nodes: readonly SelectedNode[], read: ReadValue): IsIncluded | undefined {
  const conditions = new Set(nodes.flatMap((each) => each.conditions));
  const variables = [...conditions].map(({ value }) => value).filter(({ kind }) => kind === Kind.VARIABLE);
  if (variables.length === 0) return undefined;
  return (given) => variables.every((value) => read(value, given) !== null);
}

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

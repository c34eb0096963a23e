import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { createReadArguments } from '../../execution/coercion.js';
import { conditionsOf } from '../../execution/directive.js';
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
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectedField[] {
  const query = schema.getQueryType();
  const document = { schema, fragments, read: createValueReader(operation) };
  return query ? summarizeObject(document, operation.selectionSet, query, '') : [];
}

interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly read: ReadValue;
}

/** The selections of one object, as they are collected. */
interface Collected {
  /** Response names down to the object, with a dot behind each. */
  readonly prefix: string;
  readonly found: SelectedField[];
  /** Fragments that are selected unconditionally: another spread of one adds nothing. */
  readonly opened: Set<string>;
  /** Whether the conditions have values: one that is null fails the whole object. */
  readonly known: IsIncluded[];
}

function summarizeObject(
  document: Document,
  selectionSet: SelectionSetNode,
  type: GraphQLNamedType,
  prefix: string,
): SelectedField[] {
  const collected: Collected = { prefix, found: [], opened: new Set(), known: [] };
  collect(document, collected, selectionSet, type, always);
  const { found, known } = collected;
  const merged = mergeFields(found);
  if (known.length === 0) return merged;
  const isKnown: IsIncluded = (variables) => known.every((each) => each(variables));
  return merged.map((field) => ({ ...field, isIncluded: both(isKnown, field.isIncluded) }));
}

function collect(
  document: Document,
  collected: Collected,
  { selections }: SelectionSetNode,
  type: GraphQLNamedType,
  outer: IsIncluded,
): void {
  for (const selection of selections) {
    const { isIncluded, isKnown } = compileConditions(selection, document.read);
    if (isKnown !== always) collected.known.push(isKnown);
    const included = both(outer, isIncluded);
    if (selection.kind === 'Field') {
      const field = summarizeField(document, selection, type, collected.prefix, included);
      if (field !== undefined) collected.found.push(field);
      continue;
    }
    const fragment = openFragment(document, collected, selection, included);
    if (fragment === undefined) continue;
    const { typeCondition, selectionSet } = fragment;
    const condition = typeCondition && document.schema.getType(typeCondition.name.value);
    collect(document, collected, selectionSet, condition ?? type, included);
  }
}

/** Undefined where the fragment adds nothing. */
function openFragment(
  { fragments }: Document,
  { opened }: Collected,
  selection: Exclude<SelectionNode, FieldNode>,
  isIncluded: IsIncluded,
) {
  if (selection.kind === 'InlineFragment') return selection;
  const name = selection.name.value;
  if (opened.has(name)) return undefined;
  if (isIncluded === always) opened.add(name);
  return fragments.get(name);
}

/** Undefined for a field that costs nothing and leads to nothing that does. */
function summarizeField(
  document: Document,
  node: FieldNode,
  type: GraphQLNamedType,
  prefix: string,
  isIncluded: IsIncluded,
): SelectedField | undefined {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
  if (field === undefined) return undefined;
  const path = `${prefix}${node.alias?.value ?? node.name.value}`;
  const named = getNamedType(field.type);
  const fields =
    node.selectionSet && isCompositeType(named)
      ? summarizeObject(document, node.selectionSet, named, `${path}.`)
      : [];
  const reads = fieldCostOf(field);
  const lists = listArguments(field.args);
  const memberLists = listMembers(field);
  if (reads === undefined && fields.length === 0 && lists.length === 0) return undefined;
  return {
    key: `${type.name} ${path}`,
    path,
    reads,
    lists,
    memberLists,
    argument: createArgumentReader(node, document.read),
    coerceArguments: createReadArguments(field, node),
    isIncluded,
    showsTotal: totalOf(document, node.selectionSet),
    showsItems: node.selectionSet?.selections.some((each) => !isTotal(each)) ?? false,
    usualLength: isList(field.type) ? usualLengthOf(`${type.name}.${field.name}`) : 1,
    fields,
  };
}

/** Whether `totalCount` is selected, also by fragments. */
function totalOf(document: Document, selectionSet: SelectionSetNode | undefined): IsIncluded {
  let found = never;
  for (const selection of selectionSet?.selections ?? []) {
    const { isIncluded } = compileConditions(selection, document.read);
    if (selection.kind === 'Field') {
      if (selection.name.value === 'totalCount') found = either(found, isIncluded);
      continue;
    }
    const fragment =
      selection.kind === 'InlineFragment' ? selection : document.fragments.get(selection.name.value);
    found = either(found, both(isIncluded, totalOf(document, fragment?.selectionSet)));
  }
  return found;
}

/** Execution evaluates the same conditions with coerced variables, and throws where one is null. */
function compileConditions(
  selection: SelectionNode,
  read: ReadValue,
): { readonly isIncluded: IsIncluded; readonly isKnown: IsIncluded } {
  const conditions = conditionsOf(selection);
  if (conditions.length === 0) return unconditional;
  const mayBeNull = conditions.some(({ value }) => value.kind === 'Variable');
  return {
    isIncluded: (variables) =>
      conditions.every(({ value, expected }) => (read(value, variables) === true) === expected),
    isKnown: mayBeNull
      ? (variables) => conditions.every(({ value }) => read(value, variables) !== null)
      : always,
  };
}

const unconditional = { isIncluded: always, isKnown: always };

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

const isTotal = (selection: SelectionNode): boolean =>
  selection.kind === 'Field' &&
  (selection.name.value === 'totalCount' || selection.name.value === '__typename');

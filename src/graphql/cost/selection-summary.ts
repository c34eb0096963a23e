import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isObjectType,
  isInterfaceType,
  type GraphQLNamedType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { type FieldCost, fieldCostOf, usualLengthOf } from './field-cost.js';

export type Variables = Readonly<Record<string, unknown>>;

/** The part of a selection that reads from the Partner API: what is left when all other fields are taken away. */
export interface SelectedField {
  /** Type and response name: fields of one key are one field. */
  readonly key: string;
  /** Response names from the root, for example `screens.nodes.playbackConfiguration`. */
  readonly path: string;
  readonly reads: FieldCost | undefined;
  /** Arguments that are lists. */
  readonly lists: readonly string[];
  /** The value of an argument, undefined where it is not given. */
  readonly argument: (name: string, variables: Variables) => unknown;
  readonly isIncluded: (variables: Variables) => boolean;
  /** Whether anything but the total of a connection is selected. */
  readonly showsItems: boolean;
  /** Entries of a list whose length no argument tells; 1 for anything else. */
  readonly usualLength: number;
  readonly fields: readonly SelectedField[];
}

/** Makes the outline of an operation, once for each document: estimates and look-ahead read it for each request. */
export function summarizeSelection(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly SelectedField[] {
  const read = createReader(operation);
  const query = schema.getQueryType();
  return query ? outlineSelection(operation.selectionSet, query, '') : [];

  /** The fields of one object; those of one response name are one field. */
  function outlineSelection(
    selectionSet: SelectionSetNode,
    type: GraphQLNamedType,
    prefix: string,
  ): SelectedField[] {
    const opened = new Set<string>();
    const conditions: IsIncluded[] = [];
    const found: SelectedField[] = [];
    collect(selectionSet, type, always);
    const merged = mergeFields(found);
    // A condition that is null fails the whole object.
    if (conditions.length === 0) return merged;
    const holds: IsIncluded = (variables) => conditions.every((each) => each(variables));
    return merged.map((field) => ({ ...field, isIncluded: both(holds, field.isIncluded) }));

    function collect({ selections }: SelectionSetNode, on: GraphQLNamedType, outer: IsIncluded): void {
      for (const selection of selections) {
        const { isIncluded, isKnown } = conditionOf(selection.directives ?? []);
        if (isKnown !== always) conditions.push(isKnown);
        const included = both(outer, isIncluded);
        if (selection.kind === 'Field') {
          found.push(...outlineField(selection, on, prefix, included));
          continue;
        }
        const isSpread = selection.kind === 'FragmentSpread';
        if (isSpread && opened.has(selection.name.value)) continue;
        // Once it is selected whatever holds, another spread of it adds nothing.
        if (isSpread && included === always) opened.add(selection.name.value);
        const fragment = isSpread ? fragments.get(selection.name.value) : selection;
        if (fragment === undefined) continue;
        const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
        collect(fragment.selectionSet, condition ?? on, included);
      }
    }
  }

  /** At most one. Fields of one response name and one type have the same arguments, so they can be merged. */
  function outlineField(
    node: FieldNode,
    type: GraphQLNamedType,
    prefix: string,
    isIncluded: IsIncluded,
  ): SelectedField[] {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (field === undefined) return [];
    const path = `${prefix}${node.alias?.value ?? node.name.value}`;
    const named = getNamedType(field.type);
    const below =
      node.selectionSet && isCompositeType(named)
        ? outlineSelection(node.selectionSet, named, `${path}.`)
        : [];
    const what = fieldCostOf(field);
    const lists = field.args.flatMap(({ name, type: given }) =>
      isListType(getNullableType(given)) ? [name] : [],
    );
    if (what === undefined && below.length === 0 && lists.length === 0) return [];
    const outlined: SelectedField = {
      key: `${type.name} ${path}`,
      path,
      reads: what,
      lists,
      argument: argumentReader(node, read),
      isIncluded,
      showsItems: (node.selectionSet?.selections ?? []).some((each) => !isTotal(each)),
      usualLength: isList(field.type) ? usualLengthOf(`${type.name}.${field.name}`) : 1,
      fields: below,
    };
    return [outlined];
  }

  function conditionOf(directives: readonly DirectiveNode[]) {
    const conditions = directives.flatMap(({ name, arguments: given }) => {
      const value = given?.find((each) => each.name.value === 'if')?.value;
      if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
      return [{ value, expected: name.value === 'include' }];
    });
    if (conditions.length === 0) return unconditional;
    const isIncluded: IsIncluded = (variables) =>
      conditions.every(({ value, expected }) => (read(value, variables) === true) === expected);
    const mayBeNull = conditions.some(({ value }) => value.kind === 'Variable');
    const isKnown: IsIncluded = (variables) =>
      conditions.every(({ value }) => read(value, variables) !== null);
    return { isIncluded, isKnown: mayBeNull ? isKnown : always };
  }
}

type IsIncluded = SelectedField['isIncluded'];

const always: IsIncluded = () => true;

const unconditional = { isIncluded: always, isKnown: always };

const both = (outer: IsIncluded, inner: IsIncluded): IsIncluded =>
  outer === always ? inner : inner === always ? outer : (variables) => outer(variables) && inner(variables);

function mergeFields(found: readonly SelectedField[]): SelectedField[] {
  const groups = new Map<string, SelectedField[]>();
  for (const field of found) {
    const group = groups.get(field.key);
    if (group === undefined) groups.set(field.key, [field]);
    else group.push(field);
  }
  return [...groups.values()].flatMap((group) => (group.length === 1 ? group : [merged(group)]));
}

function merged(group: readonly SelectedField[]): SelectedField {
  const [first] = group;
  if (first === undefined) throw new Error('A group has a field.');
  const conditions = group.map(({ isIncluded }) => isIncluded);
  const below = group.flatMap((field) =>
    field.fields.map((each) => ({ ...each, isIncluded: both(field.isIncluded, each.isIncluded) })),
  );
  return {
    ...first,
    isIncluded: conditions.includes(always)
      ? always
      : (variables) => conditions.some((each) => each(variables)),
    showsItems: group.some(({ showsItems }) => showsItems),
    fields: mergeFields(below),
  };
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

const isTotal = (selection: SelectionSetNode['selections'][number]): boolean =>
  selection.kind === 'Field' &&
  (selection.name.value === 'totalCount' || selection.name.value === '__typename');

type Read = (value: ValueNode, variables: Variables) => unknown;

function argumentReader(node: FieldNode, read: Read): SelectedField['argument'] {
  const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  return (name, variables) => {
    const value = given.get(name);
    return value === undefined ? undefined : (read(value, variables) ?? undefined);
  };
}

/**
 * Reads values as the client wrote them: execution checks their types, an estimate only needs a figure. A variable that is
 * null is null, and one that is absent has its default.
 */
function createReader({ variableDefinitions = [] }: OperationDefinitionNode): Read {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  const constants = new WeakMap<ValueNode, { readonly value: unknown }>();
  return (node, variables) => {
    if (node.kind === 'Variable') {
      const name = node.name.value;
      return Object.hasOwn(variables, name) ? variables[name] : defaults[name];
    }
    if (holdsVariable(node)) return valueFromASTUntyped(node, { ...defaults, ...variables });
    let constant = constants.get(node);
    if (constant === undefined) constants.set(node, (constant = { value: valueFromASTUntyped(node) }));
    return constant.value;
  };
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === 'Variable') return true;
  if (value.kind === 'ListValue') return value.values.some(holdsVariable);
  return value.kind === 'ObjectValue' && value.fields.some((field) => holdsVariable(field.value));
}

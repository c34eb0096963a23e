import {
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
import { type Reads, readsOf, usualLengthOf } from './reads.js';

export type Variables = Readonly<Record<string, unknown>>;

/** The part of a selection that reads from the Partner API: what is left when all other fields are taken away. */
export interface OutlineField {
  /** Response names from the root, for example `screens.nodes.playbackConfiguration`. */
  readonly path: string;
  readonly reads: Reads | undefined;
  /** The value of an argument, undefined where it is not given. */
  readonly argument: (name: string, variables: Variables) => unknown;
  readonly isIncluded: (variables: Variables) => boolean;
  /** Whether anything but the total of a connection is selected. */
  readonly showsItems: boolean;
  /** Entries of a list whose length no argument tells; 1 for anything else. */
  readonly usualLength: number;
  readonly below: readonly OutlineField[];
}

/** Makes the outline of an operation, once for each document: estimates and look-ahead read it for each request. */
export function outlineOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly OutlineField[] {
  const defaults = defaultsOf(operation);
  const query = schema.getQueryType();
  return query ? outlineSelection(operation.selectionSet, query, '', always) : [];

  function outlineSelection(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType,
    prefix: string,
    isIncluded: OutlineField['isIncluded'],
  ): OutlineField[] {
    return selections.flatMap((selection) => {
      const included = both(isIncluded, inclusionOf(selection.directives ?? [], defaults));
      if (selection.kind === 'Field') return outlineField(selection, type, prefix, included);
      const fragment = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
      if (fragment === undefined) return [];
      const condition = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value);
      return outlineSelection(fragment.selectionSet, condition ?? type, prefix, included);
    });
  }

  function outlineField(
    node: FieldNode,
    type: GraphQLNamedType,
    prefix: string,
    isIncluded: OutlineField['isIncluded'],
  ): OutlineField[] {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (field === undefined) return [];
    const path = `${prefix}${node.alias?.value ?? node.name.value}`;
    const named = getNamedType(field.type);
    const below =
      node.selectionSet && isCompositeType(named)
        ? outlineSelection(node.selectionSet, named, `${path}.`, always)
        : [];
    const what = readsOf(field);
    if (what === undefined && below.length === 0) return [];
    return [
      {
        path,
        reads: what,
        argument: argumentReader(node, defaults),
        isIncluded,
        showsItems: (node.selectionSet?.selections ?? []).some((each) => !isTotal(each)),
        usualLength: isList(field.type) ? usualLengthOf(`${type.name}.${field.name}`) : 1,
        below,
      },
    ];
  }
}

const always = (): boolean => true;

const both = (
  outer: OutlineField['isIncluded'],
  inner: OutlineField['isIncluded'],
): OutlineField['isIncluded'] =>
  outer === always ? inner : inner === always ? outer : (variables) => outer(variables) && inner(variables);

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

const isTotal = (selection: SelectionSetNode['selections'][number]): boolean =>
  selection.kind === 'Field' &&
  (selection.name.value === 'totalCount' || selection.name.value === '__typename');

function inclusionOf(
  directives: NonNullable<FieldNode['directives']>,
  defaults: Variables,
): OutlineField['isIncluded'] {
  const conditions = directives.flatMap(({ name, arguments: given }) => {
    const value = given?.find((each) => each.name.value === 'if')?.value;
    if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
    return [
      (variables: Variables) => (read(value, variables, defaults) === true) === (name.value === 'include'),
    ];
  });
  return conditions.length === 0 ? always : (variables) => conditions.every((holds) => holds(variables));
}

function argumentReader(node: FieldNode, defaults: Variables): OutlineField['argument'] {
  const given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  return (name, variables) => {
    const value = given.get(name);
    return value === undefined ? undefined : (read(value, variables, defaults) ?? undefined);
  };
}

/** The value as the client wrote it: execution checks its type, an estimate only needs to be told. */
const read = (value: ValueNode, variables: Variables, defaults: Variables): unknown =>
  value.kind === 'Variable'
    ? (variables[value.name.value] ?? defaults[value.name.value])
    : valueFromASTUntyped(value, { ...defaults, ...variables });

const defaultsOf = ({ variableDefinitions }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );

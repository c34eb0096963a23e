import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import {
  createReadArguments,
  holdsVariable,
  onceFor,
  type ReadArguments,
  type Variables,
} from '../../execution/coercion.js';
import type { SelectedNode } from '../../execution/selection.js';
import { type FieldCost, fieldCostOf, usualLengths } from './field-cost.js';

/** Whether a selection applies, with the variables as the client sent them. */
export type IsIncluded = (variables: Variables) => boolean;

/** The value of a node, with the variables as the client sent them. */
export type ReadValue = (value: ValueNode, variables: Variables) => unknown;

/** A field that reads from the Partner API, takes a list, or has such a field below it. */
export class SelectedField {
  /** Undefined where it reads nothing. */
  readonly reads: FieldCost | undefined;
  /** Arguments that are lists, and members of arguments that are. */
  readonly lists: readonly (readonly [argument: string, member?: string])[];
  /** Whether it, or a field below it, takes a list. */
  readonly takesLists: boolean;
  /** All arguments as its resolver gets them; the variables are coerced already. Throws where they do not fit. */
  readonly coerceArguments: ReadArguments;
  /** Entries of a list whose length no argument gives; 1 for anything else. */
  readonly usualLength: number;
  /** Whether the total of a connection is selected. */
  readonly showsTotal: IsIncluded;
  /** Whether anything but the total of a connection is selected. */
  readonly showsItems: IsIncluded;
  private readonly given: ReadonlyMap<string, ValueNode>;

  /**
   * @param parentType the name of the type that has it
   * @param path response names from the root, for example `screens.nodes.playbackConfiguration`
   * @param below the fields of its selection
   * @param fields those of them that read something
   */
  constructor(
    readonly parentType: string,
    readonly definition: GraphQLField<unknown, unknown>,
    readonly path: string,
    readonly isIncluded: IsIncluded,
    readonly fields: readonly SelectedField[],
    node: FieldNode,
    below: readonly SelectedNode[],
    private readonly read: ReadValue,
  ) {
    this.reads = fieldCostOf(definition);
    this.lists = definition.args.flatMap(({ name, type }): SelectedField['lists'] => {
      if (isList(type)) return [[name]];
      const input = getNamedType(type);
      const members = isInputObjectType(input) ? Object.values(input.getFields()) : [];
      return members.filter((each) => isList(each.type)).map((member) => [name, member.name]);
    });
    this.takesLists = this.lists.length > 0 || fields.some((below) => below.takesLists);
    this.coerceArguments = createReadArguments(definition, node);
    this.usualLength = usualLengths[`${parentType}.${definition.name}`] ?? 1;
    const totals = below.filter(isTotal);
    const items = below.filter((each) => !isTotal(each) && each.node.name.value !== '__typename');
    this.showsTotal = anyIncluded(totals, read);
    this.showsItems = anyIncluded(items, read);
    this.given = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  }

  /** The value of an argument; undefined for null and for one that is not given. */
  argument(name: string, variables: Variables): unknown {
    const value = this.given.get(name);
    return value === undefined ? undefined : (this.read(value, variables) ?? undefined);
  }

  /** The entries of an argument. Execution refuses a list, of any length, where the argument is none. */
  entries(name: string, variables: Variables): readonly unknown[] {
    const value = this.argument(name, variables);
    if (!Array.isArray(value)) return [value];
    return this.lists.some(([list]) => list === name) ? value : [];
  }

  /** Those of them that are ids, as texts. */
  ids(name: string, variables: Variables): string[] {
    const ids: string[] = [];
    for (const each of this.entries(name, variables))
      if (typeof each === 'string' || typeof each === 'number') ids.push(String(each));
    return ids;
  }
}

const isTotal = ({ node }: SelectedNode): boolean => node.name.value === 'totalCount';

export const isList = (type: GraphQLInputType): boolean => isListType(getNullableType(type));

/** Execution evaluates the same conditions with coerced variables, and throws where one is null. */
export const anyIncluded = (nodes: readonly SelectedNode[], read: ReadValue): IsIncluded =>
  nodes.some(({ conditions }) => conditions.length === 0)
    ? () => true
    : (variables) =>
        nodes.some(({ conditions }) =>
          conditions.every(({ value, expected }) => (read(value, variables) === true) === expected),
        );

/**
 * Reads values as the client wrote them: execution checks their types, an estimate only needs a number. A variable that
 * is null is null, and an absent one has its default. What a literal holds is read once for the variables of an operation.
 */
export function createValueReader({ variableDefinitions = [] }: OperationDefinitionNode): ReadValue {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  const constantOf = onceFor((node: ValueNode) =>
    holdsVariable(node) ? undefined : { value: valueFromASTUntyped(node) },
  );
  const readWith = onceFor((variables: Variables) => {
    const given = { ...defaults, ...variables };
    return onceFor((node: ValueNode) => valueFromASTUntyped(node, given));
  });
  return (node, variables) => {
    if (node.kind === 'Variable') {
      const name = node.name.value;
      return Object.hasOwn(variables, name) ? variables[name] : defaults[name];
    }
    const constant = constantOf(node);
    return constant === undefined ? readWith(variables)(node) : constant.value;
  };
}

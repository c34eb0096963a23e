import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { onceFor } from '../../base/once.js';
import { holdsVariable, type Variables } from '../../execution/coercion.js';
import {
  type CompiledField,
  type CompiledOperation,
  type CompiledSelection,
  fieldsBelow,
  selectionsBelow,
} from '../../execution/compile-selection.js';
import { type FieldCost, fieldCostOf, usualLengths } from './field-cost.js';

/** What an operation reads, with the values that its variables give `@skip` and `@include`. */
export interface SelectionSummary {
  /** Those of its root. */
  readonly fields: readonly SelectedField[];
  /** Those, each before the ones below it. */
  readonly all: readonly SelectedField[];
  /**
   * Whether it follows links from one record to another, so that one batch of responses leads to
   * the next.
   */
  readonly hasLinks: boolean;
  /** Whether its root selects nothing but one record by its id. */
  readonly startsWithOneRequest: boolean;
  /**
   * The path of the connection that is exported: all its items are read where no argument says how
   * many.
   */
  readonly exportedPath?: string | undefined;
}

/**
 * Computed once for each compiled operation; estimates and prefetch read the summary for each
 * request.
 */
export const summaryOf = onceFor(({ definition, root }: CompiledOperation): SelectionSummary => {
  const fields = selectFields(root.fields, createValueReader(definition));
  const all = fields.flatMap(withBelow);
  return {
    fields,
    all,
    hasLinks: all.some(({ reads }) => reads?.kind === 'load' && reads.argument === undefined),
    startsWithOneRequest:
      fields.length === 1 && fields.every(({ reads }) => reads?.kind === 'load'),
  };
});

const withBelow = (field: SelectedField): readonly SelectedField[] => [
  field,
  ...field.fields.flatMap(withBelow),
];

const selectFields = (
  fields: readonly CompiledField[],
  read: ReadValue,
): readonly SelectedField[] =>
  fields.flatMap((field) => {
    const selected = new SelectedField(field, read);
    return selected.isRelevant ? [selected] : [];
  });

/** What a selection asks of a connection, `@skip` and `@include` applied. */
export interface ConnectionParts {
  /** Whether anything but the total is selected. */
  readonly items: boolean;
  readonly total: boolean;
  /** Whether all items are read where no argument says how many: it is exported. */
  readonly isExported: boolean;
}

/** With why its fields cannot be collected: see `CompiledSelection`. */
export const partsOf = onceFor(
  ({ type }: CompiledField): ConnectionParts & Pick<CompiledSelection, 'error'> => {
    const names = fieldsBelow(type).map(({ fieldName }) => fieldName);
    return {
      items: names.some((name) => name !== 'totalCount' && name !== '__typename'),
      total: names.includes('totalCount'),
      isExported: false,
      error: selectionsBelow(type).find(({ error }) => error)?.error,
    };
  },
);

/** The value of a node, with the variables as the client sent them. */
type ReadValue = (value: ValueNode, variables: Variables) => unknown;

/** A field that reads from the Partner API, takes a list, or has such a field below it. */
export class SelectedField {
  /** As that of its compiled field. */
  readonly path: string;
  /** Those of its selection that are such fields too. */
  readonly fields: readonly SelectedField[];
  /** Undefined where it reads nothing. */
  readonly reads: FieldCost | undefined;
  /** Arguments that are lists, and members of arguments that are. */
  readonly lists: readonly (readonly [argument: string, member?: string])[];
  /** Entries of a list whose length no argument gives; 1 for anything else. */
  readonly usualLength: number;
  private readonly given: ReadonlyMap<string, ValueNode>;

  constructor(
    readonly field: CompiledField,
    private readonly read: ReadValue,
  ) {
    const { path, parentType, fieldName, definition, nodes, type } = field;
    const below = selectionsBelow(type).flatMap(({ fields }) => fields);
    this.path = path;
    this.fields = selectFields(below, read);
    this.reads = fieldCostOf(definition);
    this.lists = definition.args.flatMap(({ name, type: argument }): SelectedField['lists'] => {
      if (isList(argument)) return [[name]];
      const input = getNamedType(argument);
      const members = isInputObjectType(input) ? Object.values(input.getFields()) : [];
      return members.filter((each) => isList(each.type)).map((member) => [name, member.name]);
    });
    this.usualLength = usualLengths[`${parentType.name}.${fieldName}`] ?? 1;
    this.given = new Map(nodes[0]?.arguments?.map(({ name, value }) => [name.value, value]));
  }

  /** Whether it reads, takes a list, or has such a field below it. */
  get isRelevant(): boolean {
    return this.reads !== undefined || this.lists.length > 0 || this.fields.length > 0;
  }

  /** The value of an argument; undefined for null and for one that is not given. */
  argument(name: string, variables: Variables): unknown {
    const value = this.given.get(name);
    return value === undefined ? undefined : (this.read(value, variables) ?? undefined);
  }

  /**
   * The entries of an argument. Execution refuses a list, of any length, where the argument is
   * none.
   */
  entries(name: string, variables: Variables): readonly unknown[] {
    const value = this.argument(name, variables);
    if (!Array.isArray(value)) return [value];
    return this.lists.some(([list]) => list === name) ? value : [];
  }
}

const isList = (type: GraphQLInputType): boolean => isListType(getNullableType(type));

/**
 * Reads values as the client wrote them: execution checks their types, an estimate only needs a
 * number. A variable that is null is null, and an absent one has its default. What a literal holds
 * is read once for the variables of an operation.
 */
function createValueReader({ variableDefinitions = [] }: OperationDefinitionNode): ReadValue {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue !== undefined) {
      defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
    }
  }
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

import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Settings } from '../config.js';
import type { Variables } from '../execution/coercion.js';
import { type Fragments, fragmentsOf, type SelectionVisitor, walkSelection } from '../execution/selection.js';
import { fieldCostOf } from '../graphql/cost/field-cost.js';
import { encodeNodeId } from '../graphql/node.js';

/** The operation with the variables that nobody has given, each as large as is allowed. */
export class AssumedVariables {
  /** For each variable that holds global ids, the types that they may name. */
  readonly nodeTypes: ReadonlyMap<string, readonly string[]>;
  /** The variables without a value and without a default. */
  readonly unknown: ReadonlySet<string>;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly definition: OperationDefinitionNode,
    document: DocumentNode,
    private readonly given: Variables,
    private readonly limits: Pick<Settings, 'MAX_PAGE_SIZE' | 'MAX_LIST_ARGUMENT'>,
  ) {
    const open =
      definition.variableDefinitions?.filter(({ defaultValue }) => defaultValue === undefined) ?? [];
    const names = open.map(({ variable }) => variable.name.value);
    this.unknown = new Set(names.filter((name) => !Object.hasOwn(given, name)));
    const all = nodeTypesOf(schema, document);
    this.nodeTypes = new Map([...all].filter(([name]) => this.unknown.has(name)));
  }

  /** @param types the type that the ids of each variable of `nodeTypes` name */
  values(types: ReadonlyMap<string, string>): Variables {
    const values: Record<string, unknown> = { ...this.given };
    for (const { variable, type } of this.definition.variableDefinitions ?? []) {
      const name = variable.name.value;
      const inputType = typeFromAST(this.schema, type) as GraphQLInputType | undefined;
      if (!this.unknown.has(name) || inputType === undefined) continue;
      const nodeType = types.get(name);
      const idOf = (index: number): string => {
        const id = `${name}-${index}`;
        return nodeType === undefined ? id : encodeNodeId(nodeType, id);
      };
      const value = this.sample(inputType, idOf);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  private sample(type: GraphQLInputType, idOf: (index: number) => string, isNullable = true): unknown {
    if (isNonNullType(type)) return this.sample(type.ofType, idOf, false);
    if (isListType(type)) {
      const length = this.limits.MAX_LIST_ARGUMENT;
      return Array.from({ length }, (_, index) => this.sample(type.ofType, () => idOf(index), false));
    }
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const optional = fields.find((field) => !isListType(field.type) && !isInputObjectType(field.type));
      const needed = fields.filter((field) => isNonNullType(field.type) || field === optional);
      return Object.fromEntries(needed.map((field) => [field.name, this.sample(field.type, idOf, false)]));
    }
    switch (type.name) {
      case 'Int':
        return this.limits.MAX_PAGE_SIZE;
      case 'ID':
        return idOf(0);
      case 'Boolean':
        return true;
      default:
        // A cursor that is not given makes an operation no cheaper.
        return isNullable ? undefined : 'x';
    }
  }
}

/** The operation whose conditions that nobody knows include their fields, and whose interval that nobody knows is the default. */
export function withUnknownIncluded(document: DocumentNode, unknown: ReadonlySet<string>): DocumentNode {
  // graphql-js removes a node for null.
  const removeUnknown = (value: ValueNode | undefined): null | undefined =>
    value?.kind === Kind.VARIABLE && unknown.has(value.name.value) ? null : undefined;
  return visit(document, {
    Directive: ({ name, arguments: given }) =>
      name.value === 'include' || name.value === 'skip' ? removeUnknown(given?.[0]?.value) : undefined,
    Argument: ({ name, value }) => (name.value === 'everySeconds' ? removeUnknown(value) : undefined),
  });
}

/** The variables that hold global ids, with the types in the selections of their fields. */
function nodeTypesOf(schema: GraphQLSchema, document: DocumentNode): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const fragments = fragmentsOf(document);
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    Field(node) {
      const field = typeInfo.getFieldDef();
      const cost = field && fieldCostOf(field);
      if (cost?.kind !== 'nodes') return;
      const types =
        node.selectionSet === undefined ? [] : conditionTypes(schema, node.selectionSet, fragments);
      visit(node.arguments?.find(({ name }) => name.value === cost.argument) ?? node.name, {
        Variable({ name }) {
          found.set(name.value, [...(found.get(name.value) ?? []), ...types]);
        },
      });
    },
  });
  visit(document, visitor);
  return found;
}

/** The object types that the fragments of a selection name, without those of its fields. */
function conditionTypes(schema: GraphQLSchema, set: SelectionSetNode, fragments: Fragments): string[] {
  const types: string[] = [];
  const visitor: SelectionVisitor<true> = {
    field: () => undefined,
    fragment(_use, fragment) {
      const type = schema.getType(fragment?.typeCondition?.name.value ?? '');
      if (isObjectType(type)) types.push(type.name);
      return true;
    },
  };
  walkSelection(set, fragments, visitor, true);
  return types;
}

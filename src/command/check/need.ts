import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { Settings } from '../../config.js';
import type { Variables } from '../../execution/coercion.js';
import { type CompiledOperation, selectionsBelow } from '../../execution/compile-selection.js';
import { estimate } from '../../graphql/cost/estimate.js';
import { fieldCostOf } from '../../graphql/cost/field-cost.js';
import type { EstimateLimits } from '../../graphql/cost/needs.js';
import { summaryOf } from '../../graphql/cost/selected-field.js';
import { encodeNodeId } from '../../graphql/node.js';
import type { Scope } from '../../partner/endpoint.js';

/** Items of each list; `items` are those of one playlist. */
export type ListSizes = Readonly<Record<'screens' | 'playlists' | 'media' | 'items', number>>;

/** What an operation needs of its credential and of the quota. */
export interface Need {
  /** Sorted. */
  readonly scopes: readonly Scope[];
  /** REST requests at most. */
  readonly requests: number;
}

/** The operation with the variables that nobody has given, each as large as is allowed. */
export class AssumedVariables {
  /** The variables without a value and without a default. */
  readonly unknown: ReadonlySet<string>;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly definition: OperationDefinitionNode,
    private readonly given: Variables,
    private readonly limits: Pick<Settings, 'MAX_PAGE_SIZE' | 'MAX_LIST_ARGUMENT'>,
  ) {
    const open =
      definition.variableDefinitions?.filter(({ defaultValue }) => defaultValue === undefined) ??
      [];
    const names = open.map(({ variable }) => variable.name.value);
    this.unknown = new Set(names.filter((name) => !Object.hasOwn(given, name)));
  }

  /**
   * What the operation needs by the estimate of the server, for lists of the given sizes and a
   * credential that has read none of them. Each variable with a global id counts as the type whose
   * records cost most, and one with many as all of its types.
   */
  needOf(operation: CompiledOperation, sizes: ListSizes): Need {
    const limits = limitsOf(sizes);
    const summary = summaryOf(operation);
    const nodeTypes = nodeTypesOf(operation);
    const scopes = new Set<Scope>();
    const types = new Map<string, readonly string[]>();
    const count = (): number => {
      const { atMost, requests } = estimate(summary, this.values(types), limits);
      for (const { scope } of requests) if (scope !== undefined) scopes.add(scope);
      return atMost;
    };
    for (const [variable, candidates] of nodeTypes) {
      const all = candidates.length === 0 ? ['Organization'] : candidates;
      types.set(variable, this.isList(variable) ? all : all.slice(0, 1));
    }
    for (const [variable, candidates] of nodeTypes) {
      if (this.isList(variable)) continue;
      const costs = candidates.map((type) => {
        types.set(variable, [type]);
        return { type, atMost: count() };
      });
      const [costliest] = costs.toSorted((a, b) => b.atMost - a.atMost);
      if (costliest !== undefined) types.set(variable, [costliest.type]);
    }
    const requests = count();
    return { scopes: [...scopes].sort(), requests };
  }

  /**
   * @param types the types that the ids of each variable of `nodeTypes` name: a list has as many
   *   ids of each as is allowed
   */
  values(types: ReadonlyMap<string, readonly string[]> = new Map()): Variables {
    const values: Record<string, unknown> = { ...this.given };
    for (const { variable, type } of this.definition.variableDefinitions ?? []) {
      const name = variable.name.value;
      const inputType = typeFromAST(this.schema, type) as GraphQLInputType | undefined;
      if (!this.unknown.has(name) || inputType === undefined) continue;
      const nodeTypes = types.get(name) ?? [];
      const idOf = (index: number): string => {
        const id = `${name}-${index}`;
        const nodeType = nodeTypes[index % nodeTypes.length];
        return nodeType === undefined ? id : encodeNodeId(nodeType, id);
      };
      values[name] = this.sample(inputType, idOf, Math.max(1, nodeTypes.length));
    }
    return values;
  }

  private isList(variable: string): boolean {
    const isIt = ({ variable: { name } }: VariableDefinitionNode): boolean =>
      name.value === variable;
    const type = this.definition.variableDefinitions?.find(isIt)?.type;
    const inner = type?.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return inner?.kind === Kind.LIST_TYPE;
  }

  /** @param perEntry how many ids there are for each entry that a list may have */
  private sample(type: GraphQLInputType, idOf: (index: number) => string, perEntry = 1): unknown {
    if (isNonNullType(type)) return this.sample(type.ofType, idOf, perEntry);
    if (isListType(type)) {
      const length = this.limits.MAX_LIST_ARGUMENT * perEntry;
      return Array.from({ length }, (_, index) => this.sample(type.ofType, () => idOf(index)));
    }
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const optional = fields.find(
        (field) => !isListType(field.type) && !isInputObjectType(field.type),
      );
      const needed = fields.filter((field) => isNonNullType(field.type) || field === optional);
      return Object.fromEntries(needed.map((field) => [field.name, this.sample(field.type, idOf)]));
    }
    switch (type.name) {
      case 'Int':
        return this.limits.MAX_PAGE_SIZE;
      case 'ID':
        return idOf(0);
      case 'Boolean':
        return true;
      default:
        // A cursor, or what is searched for: without either, an operation may be cheaper.
        return idOf(0);
    }
  }
}

/**
 * The operation whose conditions that nobody knows include their fields, and whose interval that
 * nobody knows is the default.
 */
export function withUnknownIncluded(
  document: DocumentNode,
  unknown: ReadonlySet<string>,
): DocumentNode {
  // graphql-js removes a node for null.
  const removeUnknown = (value: ValueNode | undefined): null | undefined =>
    value?.kind === Kind.VARIABLE && unknown.has(value.name.value) ? null : undefined;
  return visit(document, {
    Directive: ({ name, arguments: given }) =>
      name.value === 'include' || name.value === 'skip'
        ? removeUnknown(given?.[0]?.value)
        : undefined,
    Argument: ({ name, value }) =>
      name.value === 'everySeconds' ? removeUnknown(value) : undefined,
  });
}

/**
 * The variables that hold global ids, with the types on which something is selected that is not
 * selected on each type.
 */
function nodeTypesOf({ root }: CompiledOperation): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { definition, type, nodes } of root.fields) {
    const cost = fieldCostOf(definition);
    if (cost?.kind !== 'nodes') continue;
    const selections = selectionsBelow(type);
    const isCommon = (node: FieldNode): boolean =>
      selections.every(({ fields }) => fields.some((each) => each.nodes.includes(node)));
    const own = selections.flatMap(
      ({ fields }) => fields.find((each) => !each.nodes.every(isCommon))?.parentType.name ?? [],
    );
    for (const { name, value } of nodes[0]?.arguments ?? []) {
      if (name.value === cost.argument) {
        visit(value, {
          Variable(variable) {
            found.set(variable.name.value, [...(found.get(variable.name.value) ?? []), ...own]);
          },
        });
      }
    }
  }
  return found;
}

function limitsOf(sizes: ListSizes): EstimateLimits {
  const sizeByName = new Map<string, number>(Object.entries(sizes));
  // The lists of the contract are named by the ends of their paths.
  const assumedLength = (listPath: string) =>
    sizeByName.get(listPath.slice(listPath.lastIndexOf('/') + 1));
  const pagesOf = (size: number): number => Math.max(1, Math.ceil(size / 100));
  return {
    assumedLength,
    known(listPath) {
      const size = assumedLength(listPath);
      if (size === undefined) return undefined;
      const exactly = size * (listPath.endsWith('/playlists') ? pagesOf(sizes.items) : 1);
      return { pages: pagesOf(size), parts: { atLeast: size, exactly } };
    },
    requestLimit: Number.MAX_SAFE_INTEGER,
  };
}

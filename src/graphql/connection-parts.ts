import { type FieldNode, getNamedType, type GraphQLResolveInfo, isObjectType } from 'graphql';
import { collectFields } from '../execution/collect-fields.js';

/** What a selection asks of a connection, `@skip` and `@include` applied. */
export interface ConnectionParts {
  /** Whether anything but the total is selected. */
  readonly items: boolean;
  readonly total: boolean;
}

const partsByNodes = new WeakMap<readonly FieldNode[], ConnectionParts>();

/**
 * Computed once for each array of nodes, which one execution has collected, or one variant of a compiled query: within
 * it, `@skip` and `@include` have the same values. Throws a GraphQLError for one of null, before anything is read.
 */
export function selectedParts(info: GraphQLResolveInfo): ConnectionParts {
  let parts = partsByNodes.get(info.fieldNodes);
  if (parts === undefined) partsByNodes.set(info.fieldNodes, (parts = computeParts(info)));
  return parts;
}

function computeParts(info: GraphQLResolveInfo): ConnectionParts {
  const { schema, fragments, variableValues: variables, fieldNodes } = info;
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) throw new Error(`${type.name} is no connection.`);
  const context = { schema, fragments, variables, isIncremental: false };
  const { groupedFieldSet } = collectFields(context, type, fieldNodes);
  const names = new Set([...groupedFieldSet.values()].map(([{ name }]) => name.value));
  return {
    items: names.has('edges') || names.has('nodes') || names.has('pageInfo'),
    total: names.has('totalCount'),
  };
}

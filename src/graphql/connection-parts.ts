import {
  type FieldNode,
  getNamedType,
  type GraphQLResolveInfo,
  isObjectType,
  responsePathAsArray,
} from 'graphql';
import { fromVariableValues } from '../execution/coercion.js';
import { FieldCollector } from '../execution/collect-fields.js';
import type { Context } from './builder.js';

/** What a selection asks of a connection, `@skip` and `@include` applied. */
export interface ConnectionParts {
  /** Whether anything but the total is selected. */
  readonly items: boolean;
  readonly total: boolean;
  /** Whether all items are read where no argument says how many: it is exported. */
  readonly isExported: boolean;
}

const partsByNodes = new WeakMap<readonly FieldNode[], ConnectionParts>();

/**
 * Computed once for each array of nodes, which one execution has collected, or one variant of a compiled query: within
 * it, `@skip` and `@include` have the same values. Throws a GraphQLError for one of null, before anything is read.
 */
export function selectedParts(info: GraphQLResolveInfo, { exportedPath }: Context): ConnectionParts {
  let parts = partsByNodes.get(info.fieldNodes);
  if (parts === undefined) partsByNodes.set(info.fieldNodes, (parts = computeParts(info)));
  if (exportedPath === undefined || responsePathAsArray(info.path).join('.') !== exportedPath) return parts;
  return { ...parts, isExported: true };
}

function computeParts(info: GraphQLResolveInfo): ConnectionParts {
  const { schema, fragments, fieldNodes } = info;
  const variables = fromVariableValues(info.variableValues);
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) throw new Error(`${type.name} is no connection.`);
  const collector = new FieldCollector(schema, fragments, variables, undefined);
  const nodes = fieldNodes.map((node) => ({ node }));
  const [{ fields }] = collector.collect(type, nodes);
  const names = new Set([...fields.values()].map(([{ node }]) => node.name.value));
  return {
    items: names.has('edges') || names.has('nodes') || names.has('pageInfo'),
    total: names.has('totalCount'),
    isExported: false,
  };
}

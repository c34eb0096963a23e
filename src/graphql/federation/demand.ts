import { type ConstDirectiveNode, type GraphQLField, Kind, parse } from 'graphql';
import { maxPageLimit } from '../../paging/plan.js';
import { type FieldCost, fieldCostOf } from '../cost/field-cost.js';

/** The settings that bound what one field can cost, by their names. */
export interface CostLimits {
  readonly MAX_UPSTREAM_REQUESTS: number;
  readonly MAX_PAGE_SIZE: number;
  readonly MAX_LIST_ARGUMENT: number;
}

/** As in `config.ts`. */
export const usualLimits: CostLimits = {
  MAX_UPSTREAM_REQUESTS: 250,
  MAX_PAGE_SIZE: 1000,
  MAX_LIST_ARGUMENT: 1000,
};

/**
 * What a router's demand control reads of a field (Federation 2.9, which has the directives of IBM's cost specification):
 * its REST requests as `@cost`, and the arguments that size its list as `@listSize`.
 */
export function demandOf(
  field: GraphQLField<unknown, unknown> | undefined,
  limits: CostLimits,
): readonly ConstDirectiveNode[] {
  const reads = field && fieldCostOf(field);
  if (reads === undefined) return [];
  const cost = directive(`@cost(weight: ${maxRequests(reads, limits)})`);
  return reads.kind === 'pages' ? [cost, listSize] : [cost];
}

/** REST requests that one use of a field costs at most, whatever its arguments are. */
function maxRequests(reads: FieldCost, limits: CostLimits): number {
  return Math.min(mostOf(reads, limits), limits.MAX_UPSTREAM_REQUESTS);
}

function mostOf(reads: FieldCost, { MAX_PAGE_SIZE, MAX_LIST_ARGUMENT }: CostLimits): number {
  switch (reads.kind) {
    case 'record':
    case 'load':
      return 1;
    case 'records':
    case 'nodes':
    case 'entities':
      return MAX_LIST_ARGUMENT;
    case 'pages':
      // A filter or an order may read the whole list. Without them, a window from the end has to find it.
      return reads.maxMatches === undefined ? Math.ceil(MAX_PAGE_SIZE / maxPageLimit) + 1 : Infinity;
    case 'summary':
    case 'usage':
      return Infinity;
  }
}

/** 20 items without a size (contract, "Limits"). */
const listSize = directive(
  '@listSize(slicingArguments: ["first", "last"], assumedSize: 20, sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)',
);

function directive(text: string): ConstDirectiveNode {
  const [type] = parse(`scalar X ${text}`, { noLocation: true }).definitions;
  const [parsed] = type?.kind === Kind.SCALAR_TYPE_DEFINITION ? (type.directives ?? []) : [];
  if (parsed === undefined) throw new Error(`No directive: ${text}`);
  return parsed;
}

import { getOrganization } from '../../partner/organization.js';
import { estimateField } from './estimate-field.js';
import type { Variables } from '../../execution/variable.js';
import type { SelectedField } from './selected-field.js';
import {
  createEstimateState,
  type KnownPages,
  type RequestEstimate,
  estimateLoads,
  type EstimateState,
} from './request-estimate.js';

export interface Estimate {
  readonly atLeast: number;
  readonly atMost: number;
  readonly requests: readonly RequestEstimate[];
}

/**
 * What an operation will cost in REST requests, from its selection, arguments and variables alone.
 *
 * A list with no size in the query counts with a usual length (`reads.ts`); hidden items cost extra pages that no
 * estimate can foresee. The lower bound counts only what is sent whatever the answers are.
 */
export function estimate(
  outline: readonly SelectedField[],
  variables: Variables,
  knownPages: KnownPages,
): Estimate {
  const tally = createEstimateState(variables);
  for (const field of outline) count(field, 1, true, tally);
  for (const load of tally.loads.values()) tally.requests.push(estimateLoads(load, knownPages));
  const { requests: planned } = tally;
  return {
    atLeast: planned.reduce((sum, { atLeast }) => sum + atLeast, 0),
    atMost: planned.reduce((sum, { atMost }) => sum + atMost, 0),
    requests: planned,
  };
}

/** @param times how many parents the field has at most; `isRoot` where it is certain that there is one */
function count(field: SelectedField, times: number, isRoot: boolean, tally: EstimateState): void {
  if (!field.isIncluded(tally.variables)) return;
  const entries =
    field.reads === undefined ? field.usualLength : estimateField(field, field.reads, times, isRoot, tally);
  // The connections of the organization are those of the root: they do not wait for it.
  const staysCertain = isRoot && field.reads?.kind === 'record' && field.reads.operation === getOrganization;
  for (const below of field.fields)
    count(below, times * entries, staysCertain && below.reads?.kind === 'pages', tally);
}

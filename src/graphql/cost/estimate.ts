import { getOrganization } from '../../partner/organization.js';
import { estimateField } from './estimate-field.js';
import type { Variables } from '../../execution/coercion.js';
import {
  createEstimateState,
  estimateLoads,
  type EstimateState,
  type KnownPages,
  type RequestEstimate,
} from './request-estimate.js';
import type { SelectedField } from './selected-field.js';

export interface Estimate {
  readonly atLeast: number;
  readonly atMost: number;
  readonly requests: readonly RequestEstimate[];
}

/**
 * Estimates the REST requests of an operation from its selection, arguments and variables alone.
 *
 * A list whose length no argument gives counts with a usual length (`field-cost.ts`). Hidden items cost extra pages
 * that no estimate can foresee. The lower bound counts only what is sent whatever the responses are.
 */
export function estimate(
  summary: readonly SelectedField[],
  variables: Variables,
  knownPages: KnownPages,
): Estimate {
  const state = createEstimateState(variables);
  for (const field of summary) count(field, 1, true, state);
  for (const loads of state.loads.values()) state.requests.push(estimateLoads(loads, knownPages));
  const { requests } = state;
  return {
    atLeast: requests.reduce((sum, { atLeast }) => sum + atLeast, 0),
    atMost: requests.reduce((sum, { atMost }) => sum + atMost, 0),
    requests,
  };
}

/**
 * @param maxParents how many parents the field has at most
 * @param isCertain whether it surely has one
 */
function count(field: SelectedField, maxParents: number, isCertain: boolean, state: EstimateState): void {
  if (!field.isIncluded(state.variables)) return;
  const { reads } = field;
  const entries =
    reads === undefined ? field.usualLength : estimateField(field, reads, maxParents, isCertain, state);
  // The connections of the organization are those of the root: they do not wait for it.
  const staysCertain = isCertain && reads?.kind === 'record' && reads.endpoint === getOrganization;
  for (const below of field.fields)
    count(below, maxParents * entries, staysCertain && below.reads?.kind === 'pages', state);
}

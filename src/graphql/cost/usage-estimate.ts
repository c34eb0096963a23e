import type { CostOf } from './field-cost.js';
import { countReading, maxAgeSeconds } from './reading-estimate.js';
import {
  createRequestEstimate,
  type EstimateState,
  type FoundUsage,
  type RequestEstimate,
} from './request-estimate.js';
import type { SelectedField } from './selected-field.js';

/**
 * Counts a field that shows where a record is used. Whether it runs at all depends on the records above it.
 *
 * @returns how many records it shows at most: for all parents together, since each record is read once
 */
export function countUsage(
  field: SelectedField,
  usage: CostOf<'usage'>,
  maxParents: number,
  state: EstimateState,
): number {
  if (maxParents === 0) return 0;
  const { list } = usage.collection;
  countReading(list, field, { isWhole: true, isCertain: false }, state);
  state.usages ??= new Map();
  const known = state.usages.get(list.path);
  if (known === undefined) state.usages.set(list.path, { ...usage, fields: new Set([field.path]) });
  else known.fields.add(field.path);
  const { knownParts, requestLimit } = state.limits;
  // The part of each record takes a request at least.
  return Math.min(knownParts(list.path)?.atLeast ?? requestLimit, requestLimit);
}

/** As many requests as the parts took last time; before that, as many as the operation may send. */
export const estimateUsages = ({ usages, limits }: EstimateState): readonly RequestEstimate[] =>
  usages === undefined
    ? none
    : [...usages.values()].map(({ collection, part, fields }) => {
        const known = limits.knownParts(collection.list.path);
        const requests = part.kind === 'one' ? known?.atLeast : known?.exactly;
        return createRequestEstimate(
          part,
          [...fields].join(', '),
          0,
          requests ?? limits.requestLimit,
          whyOf(part, known?.atLeast),
        );
      });

function whyOf({ kind }: FoundUsage['part'], records: number | undefined): string {
  const each = records === undefined ? 'each record' : `each of ${records} records`;
  return `${kind === 'one' ? 'one' : 'all pages of 100'} for ${each}, once for the operation`;
}

/**
 * What the parts take as soon as there is a record to look for, for lists whose length was learnt lately.
 *
 * @param requests what is estimated already: parts among it are read once
 */
export const neededUsages = (
  { usages, limits }: EstimateState,
  requests: readonly RequestEstimate[],
): readonly RequestEstimate[] =>
  usages === undefined
    ? none
    : [...usages.values()].map(({ collection, part, fields }) => {
        const records = limits.knownParts(collection.list.path, maxAgeSeconds)?.atLeast ?? 0;
        const counted = requests.filter(({ operation }) => operation === part.id);
        const left = counted.reduce((sum, { atLeast }) => sum - atLeast, records);
        const needed = Math.max(0, left);
        return createRequestEstimate(part, [...fields].join(', '), needed, needed, whyOf(part, records));
      });

const none: readonly RequestEstimate[] = [];

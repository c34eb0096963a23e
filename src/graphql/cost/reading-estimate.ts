import { onceFor, type Variables } from '../../execution/coercion.js';
import type { ListEndpoint } from '../../partner/endpoint.js';
import { isUsableId } from '../../partner/id.js';
import {
  createRequestEstimate,
  type EstimateLimits,
  type EstimateState,
  type FoundReading,
  type RequestEstimate,
} from './request-estimate.js';
import { memberOf } from '../list-argument.js';
import type { SelectedField } from './selected-field.js';

/** Seconds. A list that was too long for the budget may have shrunk since. */
export const maxAgeSeconds = 60;

/**
 * Counts a field that filters, orders or summarizes a list.
 *
 * @param isWhole whether it needs the whole list
 * @param isCertain whether it surely runs
 */
export function countReading(
  endpoint: ListEndpoint<unknown>,
  field: SelectedField,
  { isWhole, isCertain }: { readonly isWhole: boolean; readonly isCertain: boolean },
  { readings, variables }: EstimateState,
): void {
  const known = readings.get(endpoint.path);
  const mayRead = !matchesNothing(field, variables);
  const surely = isCertain && mayRead ? (isWhole ? 'all' : 'some') : 'nothing';
  readings.set(endpoint.path, {
    endpoint,
    fields: [...(known?.fields ?? []), field.path],
    surely: surely === 'nothing' || known?.surely === 'all' ? (known?.surely ?? surely) : surely,
    isWhole: isWhole || known?.isWhole === true,
  });
}

/** A filter reads nothing where one of its lists is empty, or none of its ids can name a record. */
export function matchesNothing({ memberLists, argument }: SelectedField, variables: Variables): boolean {
  const filter = argument('filter', variables);
  return (memberLists.get('filter') ?? []).some((member) => {
    const value = memberOf(filter, member);
    if (Array.isArray(value) && value.length === 0) return true;
    if (member !== 'idIn' || value == null) return false;
    return Array.isArray(value) ? nameNothing(value) : nameNothing([value]);
  });
}

const nameNothing = onceFor(
  (ids: readonly unknown[]) => !ids.some((id) => typeof id !== 'string' || isUsableId(id)),
);

/** As many pages as the list had when it was last seen; until then, as many as the operation may read. */
export function estimateReading(
  { endpoint, fields, surely, isWhole }: FoundReading,
  { knownPages, requestLimit }: EstimateLimits,
): RequestEstimate {
  const seen = knownPages(endpoint.path);
  const pages = seen === undefined ? undefined : Math.max(1, seen);
  const recent = Math.max(1, knownPages(endpoint.path, maxAgeSeconds) ?? 1);
  const list =
    pages === undefined ? 'the list, whose length its first page shows' : `the list's ${pages} pages`;
  return createRequestEstimate(
    endpoint,
    fields.join(', '),
    { nothing: 0, some: 1, all: recent }[surely],
    pages ?? requestLimit,
    isWhole ? `${list}, read once for all that is found in it` : `${list}, or as much of it as finds enough`,
  );
}

/** The lists that are surely read whole. */
export const wholeListsOf = ({ readings }: EstimateState): ReadonlySet<ListEndpoint<unknown>> =>
  readings.size === 0
    ? noLists
    : new Set(
        [...readings.values()].filter(({ surely }) => surely === 'all').map(({ endpoint }) => endpoint),
      );

/** Nearly every operation finds nothing: one set serves them all. */
const noLists: ReadonlySet<never> = new Set();

/** The requests of single pages, without those of lists that are read whole. */
export function withoutWholeLists(
  { requests, windows, readings }: EstimateState,
  wholeLists: ReadonlySet<ListEndpoint<unknown>>,
): readonly RequestEstimate[] {
  if (readings.size === 0) return requests;
  const wholeIds = new Set([...wholeLists].map(({ id }) => id));
  const readIds = new Set([...readings.values()].map(({ endpoint }) => endpoint.id));
  return requests.map((each) => {
    if (windows.has(each) && wholeIds.has(each.operation))
      return { ...each, atLeast: 0, atMost: 0, why: 'read with the whole list' };
    // It may be one of the pages that are read for what is found.
    return readIds.has(each.operation) ? { ...each, atLeast: 0 } : each;
  });
}

import type { Variables } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import { minMissingToProbe } from '../../session/batch-strategy.js';
import type { DeclaredReads } from '../../session/session.js';
import type { AnyCollection } from '../../partner/collection.js';
import type { Endpoint, ListEndpoint, Scope } from '../../partner/endpoint.js';
import { countField } from './cost-table.js';
import type { CostOf } from './field-cost.js';
import {
  type CertainPages,
  type EstimateLimits,
  isReadWhole,
  type ListReading,
  type Loads,
  Needs,
  type PathRequests,
} from './needs.js';
import type { SelectionSummary } from './selected-field.js';

export interface Estimate extends DeclaredReads {
  readonly atLeast: number;
  readonly requests: readonly RequestEstimate[];
  /** What else it needs, as far as is known, unless the responses show nothing to need it for. */
  readonly needed: readonly Pick<RequestEstimate, 'operation' | 'field' | 'atLeast'>[];
}

/** How many REST requests of one kind an operation needs. */
interface RequestEstimate {
  /** REST operation id. */
  readonly operation: string;
  /** Its path, parameters in braces. */
  readonly path: string;
  /** What the credential must be allowed; undefined where any credential will do. */
  readonly scope: Scope | undefined;
  /** The field that needs them, or several fields. */
  readonly field: string;
  /** Requests that are certain, whatever the responses hold. */
  readonly atLeast: number;
  /** Requests when every list is as long as the operation allows, and nothing is hidden. */
  readonly atMost: number;
  readonly why: string;
}

/**
 * Estimates the REST requests of an operation from its selection, arguments and variables alone.
 *
 * A list whose length no argument gives counts with a usual length (`field-cost.ts`). Hidden items
 * cost extra pages that no estimate can foresee. The lower bound counts only what is sent whatever
 * the responses are.
 */
export function estimate(
  summary: SelectionSummary,
  variables: Variables,
  limits: EstimateLimits,
): Estimate {
  const needs = new Needs(variables, limits, summary.exportedPath);
  for (const field of summary.fields) countField(field, 1, true, needs);
  const requests: RequestEstimate[] = [];
  for (const each of needs.requests.values()) requests.push(pathRequest(each, needs));
  const wholeLists: ListEndpoint<unknown>[] = [];
  const linkedLists: ListEndpoint<unknown>[] = [];
  for (const reading of needs.readings.values()) {
    requests.push(readingRequests(reading, limits));
    if (isReadWhole(reading)) wholeLists.push(reading.endpoint);
  }
  for (const [collection, loads] of needs.loads) {
    const { list } = collection;
    const isListRead = requests.some(({ operation }) => operation === list.id);
    if (loads.links >= manyLinks && !isListRead) linkedLists.push(list);
    requests.push(loadRequests(collection, loads, needs));
  }
  const needed: Estimate['needed'][number][] = [];
  for (const [usage, fields] of needs.usages) {
    const parts = usageRequests(usage, fields, limits);
    const { operation, field } = parts;
    needed.push({ operation, field, atLeast: neededRequests(usage, requests, limits) });
    requests.push(parts);
  }
  const atMost = requests.reduce((sum, each) => sum + each.atMost, 0);
  return {
    atLeast: requests.reduce((sum, each) => sum + each.atLeast, 0),
    // The length of a list that is to be read whole may be unknown.
    atMost: needs.readings.size === 0 ? atMost : Math.min(atMost, limits.requestLimit),
    requests,
    needed,
    wholeLists,
    linkedLists,
  };
}

const requestEstimate = (
  { id, path, scope }: Endpoint,
  field: string,
  atLeast: number,
  atMost: number,
  why: string,
): RequestEstimate => ({ operation: id, path, scope, field, atLeast, atMost, why });

/** A single record or a window of a list, which is saved where the list is read whole. */
function pathRequest(
  { endpoint, field, atLeast, atMost, why, isSavedByReading }: PathRequests,
  { readings }: Needs,
): RequestEstimate {
  const reading = readings.get(endpoint.id);
  if (isReadWhole(reading) && isSavedByReading) {
    return requestEstimate(endpoint, field, 0, 0, 'read with the whole list');
  }
  // It may be one of the pages that are read for what is found.
  return requestEstimate(endpoint, field, reading === undefined ? atLeast : 0, atMost, why);
}

/** Seconds. A list that was too long for the budget may have shrunk since. */
const maxAgeSeconds = 60;

/**
 * As many pages as the list had when it was last seen; until then, as many as the operation may
 * read.
 */
function readingRequests(reading: ListReading, limits: EstimateLimits): RequestEstimate {
  const { endpoint, fields, need, certain } = reading;
  const seen = limits.known(endpoint.path)?.pages;
  const pages = seen === undefined ? undefined : Math.max(1, seen);
  const recent = Math.max(1, limits.known(endpoint.path, maxAgeSeconds)?.pages ?? 1);
  const list =
    pages === undefined
      ? 'the list, whose length its first page shows'
      : `the list's ${pages} pages`;
  const extent =
    need === 'all' ? 'read once for all that is found in it' : 'or as much of it as finds enough';
  const atLeast = countCertain(certain, recent);
  const atMost = pages ?? limits.requestLimit;
  return requestEstimate(endpoint, [...fields].join(', '), atLeast, atMost, `${list}, ${extent}`);
}

/** @param all pages that the list has at least, 1 or more */
function countCertain(certain: CertainPages, all: number): number {
  if (certain === 'none') return 0;
  return certain === 'one' ? 1 : all;
}

/**
 * A batch is read one by one or by sweeping the list, whichever costs less
 * (`session/record-loader.ts`).
 */
function loadRequests(
  { get, list }: AnyCollection,
  { ids, links, fields }: Loads,
  { readings, limits }: Needs,
): RequestEstimate {
  const field = [...fields].join(', ');
  const all = ids.size + links;
  const reading = readings.get(list.id);
  if (isReadWhole(reading)) {
    return requestEstimate(get, field, 0, all, 'read with the whole list, if they are listed');
  }
  // Pages that are read for what is found may show them.
  const atLeast = reading === undefined ? Math.ceil(ids.size / maxPageLimit) : 0;
  const isAssumed = limits.assumedLength !== undefined;
  const pages = limits.known(list.path)?.pages ?? 0;
  const inPages = isAssumed && pages > 0 ? fields.size * pagesOfBatch(pages) : pages;
  if (inPages > 0 && inPages < all) {
    const why = `${all} ids at most, read from the list's ${pages} pages`;
    return requestEstimate(list, field, atLeast, inPages, why);
  }
  // The page that shows the length of the list may have shown none of the ids.
  const mayProbe = isAssumed && reading === undefined && all >= minMissingToProbe;
  const atMost = mayProbe ? all + 1 : all;
  return requestEstimate(
    get,
    field,
    atLeast,
    atMost,
    'one for each distinct id, or its shorter list',
  );
}

/**
 * Requests of one batch whose ids the list shows, for a credential that has not read it: each field
 * may have a batch of its own. Fewer ids than are worth a probe are read singly; else a sample may
 * come to the pages.
 */
const pagesOfBatch = (pages: number): number => Math.max(minMissingToProbe - 1, pages + 1);

/** As many requests as the parts took last time; before that, as many as the operation may send. */
function usageRequests(
  { collection, part }: CostOf<'usage'>,
  fields: Iterable<string>,
  limits: EstimateLimits,
): RequestEstimate {
  const known = limits.known(collection.list.path)?.parts;
  const isOne = part.kind === 'one';
  const each = isOne ? 'one' : 'all pages of 100';
  const requests = isOne ? known?.atLeast : known?.exactly;
  const records = known === undefined ? 'each record' : `each of ${known.atLeast} records`;
  const why = `${each} for ${records}, once for the operation`;
  return requestEstimate(part, [...fields].join(', '), 0, requests ?? limits.requestLimit, why);
}

/**
 * What the parts take as soon as there is a record to look for, beside those that are estimated
 * already.
 */
function neededRequests(
  { collection, part }: CostOf<'usage'>,
  requests: readonly RequestEstimate[],
  limits: EstimateLimits,
): number {
  const records = limits.known(collection.list.path, maxAgeSeconds)?.parts.atLeast ?? 0;
  const others = requests.filter(({ operation }) => operation === part.id);
  const estimated = others.reduce((sum, { atLeast }) => sum + atLeast, 0);
  return Math.max(0, records - estimated);
}

/** Links that one record seldom has: so many come from the records of a list. */
const manyLinks = 30;

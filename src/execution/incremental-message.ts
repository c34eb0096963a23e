import type { GraphQLError } from 'graphql';
import type { Delivery, IncrementalRecord, MeasuredResult } from './execution.js';
import { maxErrors, type Work } from './work.js';

/** What happens between two messages of incremental delivery, in whatever format it is printed. */
export interface DeliveryEvents {
  /** What has become known to be delivered later. */
  readonly pending: readonly Delivery[];
  readonly delivered: readonly DeliveredRecord[];
  /** What is delivered, or has failed. */
  readonly completed: readonly CompletedDelivery[];
  readonly hasNext: boolean;
}

export interface DeliveredRecord {
  readonly record: IncrementalRecord;
  /** The nearest of its deliveries that is announced; undefined in a format that announces none. */
  readonly delivery: Delivery | undefined;
  /** Why it is missing: the operation has ended early. */
  readonly failure?: GraphQLError;
}

interface CompletedDelivery {
  readonly delivery: Delivery;
  /** Why it has no data. */
  readonly errors: readonly GraphQLError[] | undefined;
}

type Path = readonly (string | number)[];

/** An entry of `pending`, in v0.2. */
interface PendingResult {
  readonly id: string;
  readonly path: Path;
  readonly label?: string;
}

/** An entry of `incremental`: what is delivered later, and where it belongs, by `path` or by `id` and `subPath`. */
export interface IncrementalResult {
  readonly id?: string;
  readonly subPath?: Path;
  readonly data?: Record<string, unknown> | null;
  readonly items?: readonly unknown[] | null;
  readonly path?: Path;
  readonly label?: string;
  readonly errors?: readonly GraphQLError[];
}

/** An entry of `completed`, in v0.2. */
interface CompletedResult {
  readonly id: string;
  readonly errors?: readonly GraphQLError[];
}

/** The entries of a message. */
export interface IncrementalEntries {
  readonly incremental?: readonly IncrementalResult[];
  readonly completed?: readonly CompletedResult[];
  readonly pending?: readonly PendingResult[];
}

/** A message of incremental delivery: the first has the data, the others what is delivered later. */
export interface IncrementalExecutionResult extends MeasuredResult, IncrementalEntries {
  readonly hasNext: boolean;
}

/** Prints events as the entries of a message. */
export type PrintEvents = (events: DeliveryEvents) => IncrementalEntries;

/** The format of 2022: each record has its path, and says itself that it has failed. */
export const printBySpecOf2022: PrintEvents = ({ delivered }) =>
  delivered.length === 0 ? {} : { incremental: delivered.map(printRecord) };

function printRecord({ record, failure }: DeliveredRecord): IncrementalResult {
  const { execution, label, part } = record;
  const { data, errors } = failure === undefined ? execution : { data: null, errors: [failure] };
  const path = execution.base?.toArray() ?? [];
  const labelAndErrors = { ...(label !== undefined && { label }), ...(errors && { errors }) };
  // The data of a fragment are its fields; those of a streamed item are the list that holds it.
  if (typeof part !== 'number')
    return { data: data as Record<string, unknown> | null, path, ...labelAndErrors };
  const items = data === null ? null : [(data as readonly unknown[])[part]];
  return { items, path: [...path, part], ...labelAndErrors };
}

/** The format v0.2: what is pending has an id, by which data belong to it and it completes. */
export function createPrintV02(): PrintEvents {
  const ids = new Map<Delivery, string>();
  const idOf = (delivery: Delivery): string => {
    let id = ids.get(delivery);
    if (id === undefined) ids.set(delivery, (id = String(ids.size)));
    return id;
  };
  return ({ pending, delivered, completed }) => {
    // In the order of their announcement.
    const announced = pending.map((delivery) => ({
      id: idOf(delivery),
      path: delivery.path?.toArray() ?? [],
      ...(delivery.label !== undefined && { label: delivery.label }),
    }));
    const incremental = delivered.length === 0 ? undefined : printEach(delivered, idOf);
    const ended = completed.map(({ delivery, errors }) => ({
      id: idOf(delivery),
      ...(errors && { errors }),
    }));
    return {
      ...(incremental && { incremental }),
      ...(ended.length > 0 && { completed: ended }),
      ...(announced.length > 0 && { pending: announced }),
    };
  };
}

/** Items of one stream, which follow one another, are one entry. */
function printEach(
  delivered: readonly DeliveredRecord[],
  idOf: (delivery: Delivery) => string,
): IncrementalResult[] {
  const entries: IncrementalResult[] = [];
  let open: { id: string; items: unknown[]; errors?: GraphQLError[] } | undefined;
  for (const { record, delivery } of delivered) {
    if (delivery === undefined) throw new Error('A record of the format v0.2 belongs to a delivery.');
    const { execution, part } = record;
    const { base, data, errors } = execution;
    const id = idOf(delivery);
    if (typeof part === 'number') {
      if (open?.id !== id) entries.push((open = { id, items: [] }));
      // The data of a streamed item are the list that holds it.
      open.items.push((data as readonly unknown[])[part]);
      if (errors) open.errors = [...(open.errors ?? []), ...errors];
      continue;
    }
    const subPath = base?.toArray().slice(delivery.depth) ?? [];
    const fields = data as Record<string, unknown>;
    const place = subPath.length > 0 ? { id, subPath } : { id };
    entries.push({ ...place, ...{ data: fields }, ...(errors && { errors }) });
  }
  return entries;
}

/** The last message says how many errors are not listed. */
export function withOmittedErrors(entries: IncrementalEntries, { omittedErrors }: Work): IncrementalEntries {
  if (omittedErrors === undefined) return entries;
  const summary = omittedErrors.summary(maxErrors);
  const { incremental = [], completed = [] } = entries;
  const last = completed.at(-1);
  if (incremental.length > 0) return { ...entries, ...{ incremental: withLastError(incremental, summary) } };
  if (last === undefined) return entries;
  if (last.errors !== undefined) return { ...entries, ...{ completed: withLastError(completed, summary) } };
  // Its fields have come with another fragment.
  return { ...entries, ...{ incremental: [{ id: last.id, data: {}, errors: [summary] }] } };
}

const withLastError = <T extends { readonly errors?: readonly GraphQLError[] }>(
  entries: readonly T[],
  error: GraphQLError,
): readonly T[] =>
  entries.map((entry, index) =>
    index === entries.length - 1 ? { ...entry, ...{ errors: [...(entry.errors ?? []), error] } } : entry,
  );

import type { GraphQLError } from 'graphql';
import { extend } from '../base/extend.js';
import type { IncrementalSpec } from './collect-fields.js';
import type { Delivery, Execution, MeasuredResult } from './execution.js';

type DeliveredPart = Pick<Execution, 'data' | 'errors' | 'base' | 'index'> &
  Partial<Pick<Execution, 'bytes'>>;

/** What happens between two messages of incremental delivery, in whatever format it is printed. */
export interface DeliveryEvents {
  /** What has become known to be delivered later. */
  readonly pending: Delivery[];
  /** Parts that are complete, each with the nearest of its deliveries that is announced. */
  readonly delivered: { readonly part: DeliveredPart; readonly delivery: Delivery }[];
  /** What is delivered, or has failed: then with the reasons. */
  readonly completed: {
    readonly delivery: Delivery;
    readonly errors: GraphQLError[] | undefined;
  }[];
  hasNext: boolean;
}

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

/**
 * An entry of `incremental`: what is delivered later, and where it belongs, by `path` or by `id`
 * and `subPath`.
 */
interface IncrementalResult {
  readonly id?: string;
  readonly subPath?: Path;
  readonly data?: Fields | null;
  readonly items?: readonly unknown[] | null;
  readonly path?: Path;
  readonly label?: string;
  readonly errors?: readonly GraphQLError[];
}

/** The entries of a message; in the format of 2022 those of `incremental` alone. */
export interface IncrementalEntries {
  readonly incremental?: readonly IncrementalResult[];
  readonly completed?: readonly {
    readonly id: string;
    readonly errors?: readonly GraphQLError[];
  }[];
  readonly pending?: readonly {
    readonly id: string;
    readonly path: Path;
    readonly label?: string;
  }[];
}

/**
 * A message of incremental delivery: the first has the data, the others what is delivered later.
 */
export interface IncrementalExecutionResult extends MeasuredResult, IncrementalEntries {
  readonly hasNext: boolean;
}

export const printers: Readonly<
  Record<IncrementalSpec, (events: DeliveryEvents) => IncrementalEntries>
> = {
  /** Each part has its path, and says itself that it has failed. */
  '20220824'({ delivered, completed }) {
    const incremental = delivered.map(({ part, delivery }) => printPart(delivery, part));
    for (const { delivery, errors } of completed) {
      if (errors !== undefined) incremental.push(printPart(delivery, { data: null, errors }));
    }
    return incremental.length === 0 ? {} : { incremental };
  },
  /** What is pending has an id, by which data belong to it and it completes. */
  'v0.2'({ pending, delivered, completed }) {
    const incremental = printDelivered(delivered);
    const announced = pending.map(({ id, path, label }) => ({
      id,
      path: path?.toArray() ?? [],
      ...(label !== undefined && { label }),
    }));
    const ended = completed.map(({ delivery: { id }, errors }) => ({
      id,
      ...(errors && { errors }),
    }));
    return {
      ...(incremental.length > 0 && { incremental }),
      ...(ended.length > 0 && { completed: ended }),
      ...(announced.length > 0 && { pending: announced }),
    };
  },
};

/** Whether a message says more than that others follow. */
export const hasEntries = ({ incremental, completed, pending }: IncrementalEntries): boolean =>
  (incremental ?? completed ?? pending) !== undefined;

function printPart(
  { path, label, parts }: Delivery,
  { data, errors }: Pick<Execution, 'data' | 'errors'>,
): IncrementalResult {
  const index = parts[0]?.index;
  const owner = path?.toArray() ?? [];
  const labelAndErrors = { ...(label !== undefined && { label }), ...(errors && { errors }) };
  if (index === undefined) return { data: fieldsOf(data), path: owner, ...labelAndErrors };
  return { items: data && [itemAt(data, index)], path: [...owner, index], ...labelAndErrors };
}

/** The data of a streamed item are the list that holds it. */
const itemAt = (data: object | null, index: number): unknown => (data as readonly unknown[])[index];

/** The data of a fragment are its fields. */
const fieldsOf = (data: object | null) => data as Fields | null;

/** Items of one stream, which follow one another, are one entry. */
function printDelivered(delivered: DeliveryEvents['delivered']): IncrementalResult[] {
  const entries: IncrementalResult[] = [];
  let open: { id: string; items: unknown[]; errors?: GraphQLError[] } | undefined;
  for (const { part, delivery } of delivered) {
    const { base, data, errors, index } = part;
    const { id } = delivery;
    if (index === undefined) {
      const subPath = base?.toArray().slice(delivery.depth) ?? [];
      const place = subPath.length > 0 ? { id, subPath } : { id };
      entries.push(extend(place, { data: fieldsOf(data), ...(errors && { errors }) }));
      continue;
    }
    if (open?.id !== id) {
      open = { id, items: [] };
      entries.push(open);
    }
    open.items.push(itemAt(data, index));
    if (errors) open.errors = [...(open.errors ?? []), ...errors];
  }
  return entries;
}

/** Lists an error at the last of what a message delivers, or says why it fails. */
export function addError(
  { delivered, completed }: DeliveryEvents,
  error: GraphQLError,
  spec: IncrementalSpec,
): void {
  const lastDelivered = delivered.pop();
  if (lastDelivered !== undefined) {
    const { part, delivery } = lastDelivered;
    const { data, base, index, bytes = 0 } = part;
    const errors = [...(part.errors ?? []), error];
    delivered.push({ part: { data, errors, base, index, bytes }, delivery });
    return;
  }
  const lastCompleted = completed.at(-1);
  if (lastCompleted === undefined) return;
  const { delivery, errors } = lastCompleted;
  if (errors !== undefined) errors.push(error);
  else if (spec === 'v0.2') {
    // Its fields have come with another fragment.
    const part = { data: {}, errors: [error], base: delivery.path, index: undefined };
    delivered.push({ part, delivery });
  }
}

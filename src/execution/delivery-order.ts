import type { GraphQLError } from 'graphql';
import type { DeferUsage } from './deferred-fields.js';
import type { CompiledDefer } from './compile-selection.js';
import { Delivery, type IncrementalRecord } from './execution.js';
import type { DeliveryEvents } from './incremental-message.js';
import { forEachInTurns, type IncrementalOrder } from './incremental-order.js';
import type { ResultPath } from './result-path.js';

type MutableEvents = {
  readonly [Key in 'pending' | 'delivered' | 'completed']: DeliveryEvents[Key][number][];
};

/**
 * The rules of v0.2: a fragment is announced when what is around it is delivered, and delivered when all its fields are
 * complete; the items of a stream are delivered as they complete. Fields that fragments share belong to each of them, and
 * are delivered with the first.
 */
export class DeliveryOrder implements IncrementalOrder {
  readonly endsOpen = true;
  /** Those that are neither completed nor failed, each behind those that it waits for. */
  private deliveries: Delivery[] = [];
  private readonly fragments = new Map<DeferUsage, Map<ResultPath | undefined, Delivery>>();

  add(record: IncrementalRecord): void {
    const { part } = record;
    record.deliveries = typeof part === 'number' ? [this.streamOf(record)] : this.fragmentsOf(record, part);
    for (const delivery of record.deliveries) delivery.add(record);
  }

  async begin(): Promise<readonly Delivery[] | undefined> {
    const { pending } = await this.look((delivery, events) => announce(delivery, events));
    return pending.length === 0 ? undefined : pending;
  }

  async take(): Promise<DeliveryEvents | undefined> {
    const events = await this.look((delivery, found) => {
      announce(delivery, found);
      if (delivery.state === 'announced') deliverComplete(delivery, found);
    });
    // What is hidden waits for what is announced.
    const hasNext = this.deliveries.some(({ state }) => state === 'announced');
    const isEmpty = events.pending.length + events.delivered.length + events.completed.length === 0;
    return isEmpty && hasNext ? undefined : { hasNext, ...events };
  }

  end(error: GraphQLError): DeliveryEvents {
    const open = this.deliveries.filter(({ state }) => state === 'announced');
    this.deliveries = [];
    const completed = open.map((delivery) => ({ delivery, errors: [error] }));
    return { pending: [], delivered: [], completed, hasNext: false };
  }

  /** What is found meanwhile waits behind. */
  private async look(each: (delivery: Delivery, events: MutableEvents) => void): Promise<MutableEvents> {
    const events: MutableEvents = { pending: [], delivered: [], completed: [] };
    const deliveries = this.deliveries;
    const left: Delivery[] = [];
    this.deliveries = [];
    await forEachInTurns(deliveries, (delivery) => {
      each(delivery, events);
      if (delivery.state === 'hidden' || delivery.state === 'announced') left.push(delivery);
    });
    this.deliveries = [...left, ...this.deliveries];
    return events;
  }

  private streamOf({ previous, around, execution, label }: IncrementalRecord): Delivery {
    // The previous one of a first item is the record around the list.
    const [known] = previous === around ? [] : (previous?.deliveries ?? []);
    const { base } = execution;
    return known ?? this.open(new Delivery(base, base?.length() ?? 0, label, undefined, around));
  }

  private fragmentsOf(record: IncrementalRecord, { usages, depth }: CompiledDefer): readonly Delivery[] {
    const { base } = record.execution;
    return usages.map((usage) => this.fragmentOf(usage, base?.above(depth - usage.depth), record));
  }

  /** @param record that is found first of it, or of a fragment in it */
  private fragmentOf(usage: DeferUsage, path: ResultPath | undefined, record: IncrementalRecord): Delivery {
    const { label, parent, depth } = usage;
    const byPath = this.fragments.get(usage) ?? new Map<ResultPath | undefined, Delivery>();
    this.fragments.set(usage, byPath);
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const outer = parent && this.fragmentOf(parent, path?.above(depth - parent.depth), record);
    const fragment = this.open(new Delivery(path, depth, label, outer, record.around));
    byPath.set(path, fragment);
    return fragment;
  }

  private open(delivery: Delivery): Delivery {
    this.deliveries.push(delivery);
    return delivery;
  }
}

/** Announces what has nothing more to wait for. One whose fields are all delivered completes unannounced. */
function announce(delivery: Delivery, { pending }: MutableEvents): void {
  const { state, around, parent, records } = delivery;
  if (state !== 'hidden') return;
  if (around?.state === 'dropped' || parent?.state === 'failed') failDelivery(delivery);
  if ((around && around.state !== 'delivered') || (parent && parent.state !== 'completed')) return;
  const isEmpty = !records.some((record) => record.state !== 'delivered' && hasPlace(record));
  if (isEmpty) completeDelivery(delivery);
  else {
    delivery.state = 'announced';
    pending.push(delivery);
  }
}

function deliverComplete(delivery: Delivery, events: MutableEvents): void {
  const [first] = delivery.records;
  if (typeof first?.part === 'number') deliverItems(delivery, events);
  else if (delivery.incomplete === 0) deliverFragment(delivery, events);
}

function deliverFragment(delivery: Delivery, events: MutableEvents): void {
  const records = delivery.records.filter(hasPlace);
  const failed = records.filter(({ execution }) => execution.data === null);
  if (failed.length > 0) {
    failDelivery(delivery);
    events.completed.push({ delivery, errors: failed.flatMap(({ execution }) => execution.errors ?? []) });
    return;
  }
  for (const record of records) {
    if (record.state !== 'completed') continue;
    record.state = 'delivered';
    events.delivered.push({ record, delivery: nearestOf(record) });
  }
  completeDelivery(delivery);
  events.completed.push({ delivery, errors: undefined });
}

/** Delivers the items that are complete; the first that fails ends the stream. */
function deliverItems(delivery: Delivery, events: MutableEvents): void {
  for (const record of delivery.records) {
    if (record.state === 'pending') return;
    if (record.state === 'delivered') continue;
    if (record.execution.data === null) {
      failDelivery(delivery);
      events.completed.push({ delivery, errors: record.execution.errors ?? [] });
      return;
    }
    record.state = 'delivered';
    events.delivered.push({ record, delivery });
  }
  completeDelivery(delivery);
  events.completed.push({ delivery, errors: undefined });
}

/** Whether the result has what a record belongs to; not known, and false, until what is around it is complete. */
function hasPlace(record: IncrementalRecord): boolean {
  const { around } = record;
  if (record.state === 'delivered') return true;
  return around?.state !== 'pending' && record.hasOwner() && (around === undefined || hasPlace(around));
}

/** The deepest, so that the rest of the path is short. */
const nearestOf = ({ deliveries }: IncrementalRecord): Delivery | undefined =>
  deliveries
    .filter(({ state }) => state === 'announced')
    .reduce<Delivery | undefined>(
      (nearest, each) => (nearest === undefined || each.depth > nearest.depth ? each : nearest),
      undefined,
    );

function completeDelivery(delivery: Delivery): void {
  delivery.state = 'completed';
  dropRest(delivery);
}

function failDelivery(delivery: Delivery): void {
  delivery.state = 'failed';
  dropRest(delivery);
}

/** Drops the records that nothing delivers any more; what was found in them is never announced. */
function dropRest({ records }: Delivery): void {
  for (const record of records) {
    const isOpen = record.deliveries.some(({ state }) => state === 'hidden' || state === 'announced');
    if (record.state !== 'delivered' && !isOpen) record.state = 'dropped';
  }
}

import type { GraphQLError } from 'graphql';
import type { DeferUsage, IncrementalSpec } from './collect-fields.js';
import { Delivery, type Execution } from './execution.js';
import type { DeliveryEvents } from './incremental-message.js';
import type { ResultPath } from './result-path.js';

/** Deliveries that are looked at in one turn of the event loop: some milliseconds. */
const deliveriesPerTurn = 2000;

/**
 * Decides what is delivered when. In v0.2 a fragment is announced when what is around it is
 * delivered, and delivered when all its fields are complete; the items of a stream are delivered as
 * they complete. Fields that fragments share belong to each of them, and are delivered with the
 * first. In the format of 2022 each part is a delivery of its own, which has a fragment around it
 * or the item before it to wait for, and which is delivered as null where it fails.
 */
export class DeliveryOrder {
  /** Those that are neither completed nor failed, each behind those that it waits for. */
  private deliveries: Delivery[] = [];
  private readonly fragments = new Map<DeferUsage, Map<ResultPath | undefined, Delivery>>();
  private announced = 0;

  constructor(private readonly spec: IncrementalSpec) {}

  /** Takes in a delivery, in the order in which they are found. */
  open(delivery: Delivery): Delivery {
    this.deliveries.push(delivery);
    return delivery;
  }

  /**
   * The deferred fragment of the object at `base`, or around it. It is found first in `around`, or
   * one in it is.
   */
  fragmentOf(usage: DeferUsage, base: ResultPath | undefined, around: Execution): Delivery {
    const { label, parent, depth } = usage;
    const path = base?.above(base.length() - depth);
    const byPath = this.fragments.get(usage) ?? new Map<ResultPath | undefined, Delivery>();
    this.fragments.set(usage, byPath);
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const outer = parent && this.fragmentOf(parent, path, around);
    const fragment = this.open(new Delivery(path, label, around, outer));
    byPath.set(path, fragment);
    return fragment;
  }

  /**
   * What the next message has. What is found meanwhile waits behind.
   *
   * @param isInitial whether the message has the initial result, with which nothing else is
   *   delivered
   */
  async take(isInitial: boolean): Promise<DeliveryEvents> {
    const events: DeliveryEvents = { pending: [], delivered: [], completed: [], hasNext: false };
    const deliveries = this.deliveries;
    const left: Delivery[] = [];
    this.deliveries = [];
    for (const [index, delivery] of deliveries.entries()) {
      this.announce(delivery, events.pending);
      if (delivery.state === 'announced' && !isInitial) this.deliver(delivery, events);
      if (delivery.isOpen) left.push(delivery);
      const isTurnOver = (index + 1) % deliveriesPerTurn === 0;
      if (isTurnOver) await new Promise((resolve) => setImmediate(resolve));
    }
    this.deliveries = [...left, ...this.deliveries];
    events.hasNext = this.deliveries.length > 0;
    return events;
  }

  /**
   * What an operation delivers that ends early: in the format of 2022, the first that is missing
   * carries the error.
   */
  end(error: GraphQLError): DeliveryEvents {
    const open =
      this.spec === 'v0.2'
        ? this.deliveries.filter(({ state }) => state === 'announced')
        : this.deliveries.slice(0, 1);
    this.deliveries = [];
    const completed = open.map((delivery) => ({ delivery, errors: [error] }));
    return { pending: [], delivered: [], completed, hasNext: false };
  }

  /**
   * Announces what has nothing more to wait for. One whose parts are all delivered completes
   * unannounced.
   */
  private announce(delivery: Delivery, pending: Delivery[]): void {
    const { state, around, parent, parts } = delivery;
    if (state !== 'hidden') return;
    if (around.state === 'dropped' || parent?.state === 'failed') delivery.close('failed');
    const mayFollow = parent === undefined || parent.state === 'completed';
    if (around.state !== 'delivered' || !mayFollow) return;
    const isLeft = (part: Execution) => part.state !== 'delivered' && part.hasPlace();
    if (this.spec === 'v0.2' && !parts.some(isLeft)) {
      delivery.close('completed');
      return;
    }
    delivery.announce(String(this.announced));
    this.announced += 1;
    pending.push(delivery);
  }

  private deliver(delivery: Delivery, events: DeliveryEvents): void {
    const isStream = delivery.parts[0]?.index !== undefined;
    if (isStream && this.spec === 'v0.2') {
      deliverItems(delivery, events);
      return;
    }
    const isComplete = delivery.parts.every(({ state }) => state !== 'pending');
    if (isComplete) this.deliverFragment(delivery, events);
  }

  private deliverFragment(delivery: Delivery, events: DeliveryEvents): void {
    const parts = delivery.parts.filter((each) => each.hasPlace());
    const failed = this.spec === 'v0.2' ? parts.filter(({ data }) => data === null) : [];
    if (failed.length === 0) {
      for (const part of parts) {
        if (part.state !== 'completed') continue;
        part.deliver();
        events.delivered.push({ part, delivery: nearestOf(part) ?? delivery });
      }
    }
    end(delivery, failed, events);
  }
}

/** Delivers the items that are complete; the first that fails ends the stream. */
function deliverItems(delivery: Delivery, events: DeliveryEvents): void {
  for (const part of delivery.parts) {
    if (part.state === 'pending') return;
    if (part.state === 'delivered') continue;
    if (part.data === null) {
      end(delivery, [part], events);
      return;
    }
    part.deliver();
    events.delivered.push({ part, delivery });
  }
  end(delivery, [], events);
}

/** The deepest of its deliveries, so that the rest of the path is short. */
const nearestOf = ({ deliveries }: Execution): Delivery | undefined =>
  deliveries
    ?.filter(({ state }) => state === 'announced')
    .reduce((nearest, each) => (each.depth > nearest.depth ? each : nearest));

function end(
  delivery: Delivery,
  failed: readonly Execution[],
  { completed }: DeliveryEvents,
): void {
  if (failed.length === 0) {
    delivery.close('completed');
    completed.push({ delivery, errors: undefined });
    return;
  }
  delivery.close('failed');
  completed.push({ delivery, errors: failed.flatMap((each) => each.errors ?? []) });
}

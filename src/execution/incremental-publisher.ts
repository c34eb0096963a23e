import { extend } from '../base/extend.js';
import type { IncrementalSpec, StreamUsage } from './collect-fields.js';
import type { CompiledAs, CompiledDefer } from './compile-selection.js';
import { DeliveryOrder } from './delivery-order.js';
import { completeValue, executeSelection } from './execute-field.js';
import {
  Delivery,
  Execution,
  type IncrementalDelivery,
  type MeasuredResult,
  PartPlace,
} from './execution.js';
import {
  addError,
  type DeliveryEvents,
  hasEntries,
  type IncrementalExecutionResult,
  printers,
} from './incremental-message.js';
import { ResultPath } from './result-path.js';
import type { Work } from './work.js';

/**
 * Messages of one response. Parts that are ready at the same time share one; the last waits for all
 * that remain.
 */
const maxMessages = 100;

/** What a part costs beside its fields, in nodes. */
const partWeight = 10;

/** Executes what is delivered later, and publishes it in messages. */
export class IncrementalPublisher implements IncrementalDelivery {
  private readonly order: DeliveryOrder;
  private incomplete = 0;
  private messages = 1;
  /** How often something has become complete. */
  private changes = 0;
  private wake: (() => void) | undefined;

  constructor(
    private readonly work: Work,
    private readonly spec: IncrementalSpec,
  ) {
    this.order = new DeliveryOrder(spec);
  }

  defer(
    around: Execution,
    deferred: readonly CompiledDefer[],
    source: unknown,
    path: ResultPath | undefined,
    result: object,
  ): void {
    for (const { usages, selection } of deferred) {
      const execution = this.open(new PartPlace(around, result, path));
      const deliveries = usages.map((usage) => this.order.fragmentOf(usage, path, around));
      this.start(execution, deliveries, () => executeSelection(execution, selection, source));
    }
  }

  /**
   * Apollo Client's handler of v0.2 finds the place of a streamed item where the list is in the
   * first result or in a deferred fragment of the operation. Elsewhere a list is delivered whole.
   */
  streamOf({ base }: Execution, stream: StreamUsage): StreamUsage | undefined {
    return this.spec !== 'v0.2' || base === undefined ? stream : undefined;
  }

  stream(
    around: Execution,
    { itemType, stream }: CompiledAs<'list'>,
    items: readonly unknown[],
    path: ResultPath,
    result: readonly unknown[],
  ): void {
    // A list of their own, each item at its place: a failure there does not reach the others.
    const data = items.slice();
    let previous = around;
    let delivery: Delivery | undefined;
    for (let index = result.length; index < items.length; index += 1) {
      const execution = this.open(new PartPlace(around, result, path, index));
      execution.setData(data);
      if (delivery === undefined || this.spec === '20220824') {
        delivery = this.order.open(new Delivery(path, stream?.label, previous));
      }
      previous = execution;
      const itemPath = new ResultPath(path, index, path.field, data, itemType.isNullable);
      this.start(execution, [delivery], () =>
        execution.put(completeValue(execution, itemType, items[index], itemPath), itemPath),
      );
    }
  }

  /**
   * The messages of the response, the first of which holds the initial result; that alone where it
   * is all.
   */
  async publish(
    execution: Execution,
    initial: MeasuredResult,
  ): Promise<MeasuredResult | AsyncIterable<IncrementalExecutionResult>> {
    if (this.work.endError !== undefined) return initial;
    execution.deliver();
    const events = await this.order.take(true);
    if (!events.hasNext) return initial;
    this.work.whenEnded(() => this.changed());
    return this.messagesAfter({ hasNext: true, ...initial, ...printers[this.spec](events) });
  }

  private async *messagesAfter(
    first: IncrementalExecutionResult,
  ): AsyncGenerator<IncrementalExecutionResult, void, void> {
    for (let message = first; ; message = await this.nextMessage()) {
      yield message;
      if (!message.hasNext) return;
    }
  }

  private open(place: PartPlace): Execution {
    const { run, work } = place.around;
    work.countNodes(1);
    work.addWeight(partWeight);
    return new Execution(run, place);
  }

  private start(part: Execution, deliveries: readonly Delivery[], execute: () => void): void {
    part.deliverWith(deliveries);
    for (const delivery of deliveries) delivery.parts.push(part);
    this.incomplete += 1;
    // Pending until its fields are executed, so that it cannot complete before.
    part.addPending();
    part.whenComplete(() => {
      part.complete();
      this.incomplete -= 1;
      this.changed();
    });
    const run = (): void => {
      execute();
      part.settlePending();
    };
    if (this.work.isSliceFull) this.work.schedule(run);
    else run();
  }

  private changed(): void {
    this.changes += 1;
    this.wake?.();
  }

  private async nextMessage(): Promise<IncrementalExecutionResult> {
    const { work, order, spec } = this;
    this.messages += 1;
    for (;;) {
      const changes = this.changes;
      // In the format of 2022, an early end fails what is delivered after it; in v0.2, all that is
      // open.
      if (spec === 'v0.2') work.endIfOver();
      if (work.endError !== undefined) return this.messageOf(order.end(work.endError));
      if (this.messages < maxMessages || this.incomplete === 0) {
        const message = this.messageOf(await order.take(false));
        if (hasEntries(message) || !message.hasNext) return message;
      }
      if (changes === this.changes) await this.nextChange();
      // What completes in the same turn of the event loop shares a message: each costs more than a
      // small part.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private messageOf(events: DeliveryEvents): IncrementalExecutionResult {
    const { hasNext } = events;
    const { endError, omittedErrors } = this.work;
    // The last message says how many errors are not listed.
    if (!hasNext && endError === undefined && omittedErrors) {
      addError(events, omittedErrors.summary(), this.spec);
    }
    const bytes = events.delivered.reduce((sum, { part }) => sum + (part.bytes ?? 0), 0);
    return extend(printers[this.spec](events), { bytes, hasNext });
  }
}

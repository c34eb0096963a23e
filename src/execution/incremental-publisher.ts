import type { IncrementalSpec, StreamUsage } from './deferred-fields.js';
import type { CompiledAs, CompiledDefer } from './compile-selection.js';
import { DeliveryOrder } from './delivery-order.js';
import { completeValue, executeSelection } from './execute-field.js';
import { Execution, type IncrementalDelivery, IncrementalRecord, type MeasuredResult } from './execution.js';
import {
  createPrintV02,
  type DeliveryEvents,
  type IncrementalExecutionResult,
  printBySpecOf2022,
  type PrintEvents,
  withOmittedErrors,
} from './incremental-message.js';
import { type IncrementalOrder, RecordOrder } from './incremental-order.js';
import { ResultPath } from './result-path.js';
import type { Work } from './work.js';

/** Messages of one response. Records that are ready at the same time share one; the last waits for all that remain. */
const maxMessages = 100;

/** What a record costs beside its fields, in nodes. */
const recordWeight = 10;

/** Executes what is delivered later, and publishes it in messages. */
export class IncrementalPublisher implements IncrementalDelivery {
  private readonly order: IncrementalOrder;
  private readonly print: PrintEvents;
  private incomplete = 0;
  private messages = 1;
  /** How often something has become complete. */
  private changes = 0;
  private wake: (() => void) | undefined;

  constructor(
    private readonly work: Work,
    private readonly spec: IncrementalSpec,
  ) {
    this.order = spec === 'v0.2' ? new DeliveryOrder() : new RecordOrder();
    this.print = spec === 'v0.2' ? createPrintV02() : printBySpecOf2022;
  }

  defer(
    parent: Execution,
    deferred: readonly CompiledDefer[],
    source: unknown,
    path: ResultPath | undefined,
    result: object,
  ): void {
    for (const part of deferred) {
      const execution = this.open(parent, path);
      const owner = { execution: parent, value: result };
      const label = part.usages[0]?.label;
      execution.record = new IncrementalRecord(execution, owner, parent.record, label, part);
      this.start(execution.record, () => executeSelection(execution, part.selection, source));
    }
  }

  /**
   * Apollo Client's handler of v0.2 finds the place of a streamed item where the list is in the first result or in a
   * deferred fragment of the operation. Elsewhere a list is delivered whole.
   */
  streamOf({ record, base }: Execution, { stream }: CompiledAs<'list'>): StreamUsage | undefined {
    const isFound = this.spec !== 'v0.2' || record === undefined || base === undefined;
    return isFound ? stream : undefined;
  }

  stream(
    parent: Execution,
    { itemType, stream }: CompiledAs<'list'>,
    items: readonly unknown[],
    path: ResultPath,
    result: object,
  ): void {
    const { initialCount = 0, label } = stream ?? {};
    // A list of their own, each item at its place: a failure there does not reach the others.
    const data = items.slice();
    const owner = { execution: parent, value: result };
    let previous = parent.record;
    for (let index = initialCount; index < items.length; index += 1) {
      const execution = this.open(parent, path);
      execution.data = data;
      execution.record = previous = new IncrementalRecord(execution, owner, previous, label, index);
      const itemPath = new ResultPath(path, index, path.field, data, itemType.isNullable);
      this.start(previous, () =>
        execution.put(completeValue(execution, itemType, items[index], itemPath), itemPath),
      );
    }
  }

  /** The messages of the response, the first of which holds the initial result; undefined where that is all. */
  async publish(
    initial: MeasuredResult,
  ): Promise<AsyncIterableIterator<IncrementalExecutionResult> | undefined> {
    const pending = await this.order.begin();
    if (pending === undefined) return undefined;
    const entries = this.print({ pending, delivered: [], completed: [], hasNext: true });
    const first: IncrementalExecutionResult = { hasNext: true, ...initial, ...entries };
    let hasNext = true;
    let isFirst = true;
    this.work.onEnd = () => this.changed();
    const messages: AsyncIterableIterator<IncrementalExecutionResult> = {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        if (!hasNext) return { done: true, value: undefined };
        const value = isFirst ? first : await this.nextMessage();
        isFirst = false;
        ({ hasNext } = value);
        return { done: false, value };
      },
      return: () => {
        hasNext = false;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
    return messages;
  }

  private open({ operation, context, variables, work }: Execution, base: ResultPath | undefined): Execution {
    work.countNodes(1);
    work.addWeight(recordWeight);
    return new Execution(operation, context, variables, work, this, base);
  }

  private start(record: IncrementalRecord, execute: () => void): void {
    const { execution } = record;
    this.order.add(record);
    this.incomplete += 1;
    // Pending until its fields are executed, so that it cannot complete before.
    execution.pending += 1;
    execution.onComplete = () => {
      if (record.state === 'pending') record.state = 'completed';
      for (const delivery of record.deliveries) delivery.incomplete -= 1;
      this.incomplete -= 1;
      this.changed();
    };
    const run = (): void => {
      execute();
      execution.settlePending();
    };
    if (this.work.isSliceFull) this.work.schedule(run);
    else run();
  }

  private changed(): void {
    this.changes += 1;
    this.wake?.();
  }

  private async nextMessage(): Promise<IncrementalExecutionResult> {
    const { work, order } = this;
    this.messages += 1;
    for (;;) {
      const changes = this.changes;
      if (order.endsOpen) work.endIfOver();
      if (work.endError !== undefined) return this.messageOf(order.end(work.endError));
      if (this.messages < maxMessages || this.incomplete === 0) {
        const events = await order.take();
        if (events !== undefined) return this.messageOf(events);
      }
      if (changes === this.changes) await new Promise<void>((resolve) => (this.wake = resolve));
      // What completes in the same turn of the event loop shares a message: each costs more than a small record.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private messageOf(events: DeliveryEvents): IncrementalExecutionResult {
    const { hasNext } = events;
    const entries = this.print(events);
    const isWhole = hasNext || this.work.endError !== undefined;
    return { ...(isWhole ? entries : withOmittedErrors(entries, this.work)), ...{ hasNext } };
  }
}

import type { GraphQLError } from 'graphql';
import type { CompiledDefer, CompiledList } from './compiled-query.js';
import { completeValue, executeSelection } from './execute-field.js';
import { Execution, type IncrementalDelivery, type MeasuredResult } from './execution.js';
import { IncrementalRecord, type IncrementalResult } from './incremental-record.js';
import {
  DataPath,
  type ParentPath,
  type ResultPath,
  StreamedItemPath,
  type StreamedItems,
} from './result-path.js';
import { maxErrors, type Work } from './work.js';

/** A message of incremental delivery: the first has the data, the others what is delivered later. */
export interface IncrementalExecutionResult extends MeasuredResult {
  readonly hasNext: boolean;
  readonly incremental?: readonly IncrementalResult[];
}

/** Messages of one response. Records that are ready at the same time share one; the last waits for all that remain. */
const maxMessages = 100;

/** Records that are looked at in one turn of the event loop: some milliseconds. */
const recordsPerTurn = 2000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What a record costs beside its fields, in nodes. */
const recordWeight = 10;

/** Executes what is delivered later, and publishes it in messages. */
export class IncrementalPublisher implements IncrementalDelivery {
  /** Records that are not delivered yet, in the order in which they were found. */
  private records: IncrementalRecord[] = [];
  private incomplete = 0;
  private messages = 1;
  private wake: (() => void) | undefined;

  constructor(private readonly work: Work) {}

  isEmpty(): boolean {
    return this.records.length === 0;
  }

  defer(
    parent: Execution,
    deferred: readonly CompiledDefer[],
    source: unknown,
    path: ParentPath,
    result: object,
  ): void {
    for (const { label, selection } of deferred) {
      const execution = this.open(parent);
      const record = new IncrementalRecord(execution, parent.record, path, result, label, path, undefined);
      this.start(execution, record, () =>
        executeSelection(execution, selection, source, new DataPath(execution, path)),
      );
    }
  }

  stream(
    parent: Execution,
    { itemType, stream }: CompiledList,
    items: readonly unknown[],
    path: ResultPath,
    result: object,
  ): void {
    const { initialCount = 0, label } = stream ?? {};
    let previous = parent.record;
    for (let index = initialCount; index < items.length; index += 1) {
      const execution = this.open(parent);
      const streamed: StreamedItems = { items: [null] };
      const itemPath = new StreamedItemPath(path, index, itemType.isNullable, streamed);
      previous = new IncrementalRecord(execution, previous, path, result, label, itemPath, streamed);
      this.start(execution, previous, () =>
        itemPath.put(completeValue(execution, itemType, items[index], itemPath)),
      );
    }
  }

  /** The messages of the response, the first of which holds the initial result. */
  publish(initial: MeasuredResult): AsyncIterableIterator<IncrementalExecutionResult> {
    let hasNext = true;
    let isFirst = true;
    this.work.onEnd = () => this.wake?.();
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        if (!hasNext) return { done: true, value: undefined };
        const value = isFirst ? { hasNext, ...initial } : await this.nextMessage();
        isFirst = false;
        ({ hasNext } = value);
        return { done: false, value };
      },
      return: () => {
        hasNext = false;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  private open({ operation, context, variables, work }: Execution): Execution {
    work.countNodes(1);
    work.addWeight(recordWeight);
    return new Execution(operation, context, variables, work, this);
  }

  private start(execution: Execution, record: IncrementalRecord, execute: () => void): void {
    execution.record = record;
    this.records.push(record);
    this.incomplete += 1;
    // Pending until its fields are executed, so that it cannot complete before.
    execution.pending += 1;
    execution.onComplete = () => {
      record.state = 'completed';
      this.incomplete -= 1;
      this.wake?.();
    };
    const run = (): void => {
      execute();
      execution.settlePending();
    };
    if (this.work.isSliceFull) this.work.schedule(run);
    else run();
  }

  private async nextMessage(): Promise<IncrementalExecutionResult> {
    this.messages += 1;
    for (;;) {
      if (this.work.endError !== undefined) return this.lastMessage(this.work.endError);
      if (this.messages < maxMessages || this.incomplete === 0) {
        const incremental = await this.takeReady();
        if (incremental.length > 0 || this.isEmpty()) return this.messageOf(incremental);
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private messageOf(incremental: readonly IncrementalResult[]): IncrementalExecutionResult {
    const hasNext = !this.isEmpty();
    if (incremental.length === 0) return { hasNext };
    const { omittedErrors } = this.work;
    if (hasNext || omittedErrors === undefined) return { incremental, hasNext };
    const summary = omittedErrors.summary(maxErrors);
    const last = incremental
      .slice(-1)
      .map((result) => ({ ...result, ...{ errors: [...(result.errors ?? []), summary] } }));
    return { incremental: [...incremental.slice(0, -1), ...last], hasNext };
  }

  /**
   * Delivers completed records whose previous one is delivered, and drops those whose owner has become null. What is found
   * meanwhile waits behind them.
   */
  private async takeReady(): Promise<IncrementalResult[]> {
    const ready: IncrementalResult[] = [];
    const left: IncrementalRecord[] = [];
    const records = this.records;
    this.records = [];
    for (const [index, record] of records.entries()) {
      if (record.previous?.state === 'dropped') record.state = 'dropped';
      else if (record.isReady()) {
        record.state = record.hasOwner() ? 'delivered' : 'dropped';
        if (record.state === 'delivered') ready.push(record.toResult());
      }
      if (record.state === 'pending' || record.state === 'completed') left.push(record);
      if (index % recordsPerTurn === recordsPerTurn - 1) await nextTurn();
    }
    this.records = [...left, ...this.records];
    return ready;
  }

  /** Where the operation has ended early, the first record that is missing carries the error. */
  private lastMessage(error: GraphQLError): IncrementalExecutionResult {
    const [missing] = this.records;
    this.records = [];
    return missing === undefined
      ? { hasNext: false }
      : { incremental: [missing.toResult(error)], hasNext: false };
  }
}

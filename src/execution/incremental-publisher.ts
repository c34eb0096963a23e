import { failed, fillData, settle } from './execute-field.js';
import { type IncrementalPart, type IncrementalResult, Part, type PartOwner } from './incremental-record.js';
import { DeferredPlace, type Place, type StreamedItems, StreamedPlace } from './result-path.js';
import type { CompiledDefer, CompiledField, CompiledStream, CompiledValue } from './compiled-query.js';
import { type Outcome, Run } from './execution.js';
import { maxErrors, type Work } from './work.js';

/** Messages of one answer. What is ready at the same time shares one, and the last one waits for all the rest. */
const maxMessages = 100;

/** What a part costs beside its fields, in nodes. */
const partWeight = 10;

/** The parts of an answer that come later, and the messages that bring them. */
export class Parts {
  /** Not delivered yet, in the order in which they were found. */
  private waiting: Part[] = [];
  /** Parts that are not complete yet. */
  private incomplete = 0;
  private messages = 1;
  private wake: (() => void) | undefined;

  constructor(private readonly work: Work) {}

  isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** Begins the deferred fragments of an object. */
  defer(current: Run, plans: readonly CompiledDefer[], source: unknown, owner: PartOwner): void {
    for (const { label, object } of plans) {
      const run = this.open(current);
      const part = new Part(run, current.part, owner, label, owner.place, undefined);
      this.begin(part, () => fillData(run, object, source, new DeferredPlace(owner.place, run)));
    }
  }

  /** Begins the items of a list that do not come with it. */
  stream(
    current: Run,
    { label, initialCount }: CompiledStream,
    item: CompiledValue,
    field: CompiledField,
    values: readonly unknown[],
    owner: PartOwner,
  ): void {
    let after = current.part;
    for (let index = initialCount; index < values.length; index += 1) {
      const run = this.open(current);
      const holder: StreamedItems = { items: [null] };
      const place = new StreamedPlace(owner.place, index, holder, item.isNullable);
      after = new Part(run, after, owner, label, place, holder);
      this.begin(after, () => fillItem(run, item, field, values[index], place));
    }
  }

  /** The messages of the answer; `first` is what comes at once. */
  follow(first: Outcome): AsyncIterableIterator<IncrementalResult> {
    let hasNext = true;
    let isFirst = true;
    this.work.onStop = () => this.wake?.();
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: async () => {
        if (!hasNext) return { done: true, value: undefined };
        const value = isFirst ? { hasNext, ...first } : await this.nextMessage();
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

  private open({ plan, context, variables, work }: Run): Run {
    work.count(1);
    work.weigh(partWeight);
    return new Run(plan, context, variables, work, this);
  }

  private begin(part: Part, fill: () => void): void {
    const { run } = part;
    run.part = part;
    this.waiting.push(part);
    this.incomplete += 1;
    // Held until it has begun, so that it cannot end before.
    run.pending += 1;
    run.finish = () => {
      part.state = 'done';
      this.incomplete -= 1;
      this.wake?.();
    };
    const start = (): void => {
      fill();
      run.arrived();
    };
    if (run.work.isFull) run.work.putOff(start);
    else start();
  }

  private async nextMessage(): Promise<IncrementalResult> {
    this.messages += 1;
    for (;;) {
      const { ending } = this.work;
      if (ending !== undefined) return this.endWith(ending);
      if (this.messages < maxMessages || this.incomplete === 0) {
        const incremental = this.takeReady();
        if (incremental.length > 0 || this.isEmpty()) return this.message(incremental);
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private message(incremental: readonly IncrementalPart[]): IncrementalResult {
    const hasNext = !this.isEmpty();
    if (incremental.length === 0) return { hasNext };
    const { leftOut } = this.work;
    if (hasNext || leftOut === undefined) return { incremental, hasNext };
    const summary = leftOut.summary(maxErrors);
    const last = incremental
      .slice(-1)
      .map((part) => ({ ...part, ...{ errors: [...(part.errors ?? []), summary] } }));
    return { incremental: [...incremental.slice(0, -1), ...last], hasNext };
  }

  /** Parts that are complete, and that come behind what has been delivered. */
  private takeReady(): IncrementalPart[] {
    const ready: IncrementalPart[] = [];
    this.waiting = this.waiting.filter((part) => {
      if (part.after?.state === 'dropped') part.state = 'dropped';
      else if (part.isReady()) {
        part.state = part.belongs() ? 'delivered' : 'dropped';
        if (part.state === 'delivered') ready.push(part.content());
      }
      return part.state === 'open' || part.state === 'done';
    });
    return ready;
  }

  /** The last message of an operation that has been ended: the first part that is missing has failed. */
  private endWith(ending: Error): IncrementalResult {
    const [missing] = this.waiting;
    this.waiting = [];
    return missing === undefined
      ? { hasNext: false }
      : { incremental: [missing.failure(ending)], hasNext: false };
  }
}

function fillItem(run: Run, item: CompiledValue, field: CompiledField, value: unknown, place: Place): void {
  const completed = settle(run, item, field, value, place);
  if (completed === failed) place.nullify();
  else place.fill(completed);
}

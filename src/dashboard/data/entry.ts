import type { TypedDocumentNode } from 'urql';
import type { ReadError } from '../error/read-error.js';
import { keepKnown, keptErrors } from './keep-known.js';
import { Published } from './published.js';

/** A result of an operation, as views use it. */
export interface Answer<Data> {
  /** Undefined where nothing could be read. */
  readonly data: Data | undefined;
  readonly errors: readonly ReadError[];
  /**
   * When its data was read from the Partner API or later, in milliseconds since 1970; undefined
   * without data.
   */
  readonly asOf: number | undefined;
  readonly cost: Cost | undefined;
}

/** `extensions.upstream`, as far as the page shows it. */
export interface Cost {
  readonly requests: number;
  /** Maximum of one operation. */
  readonly limit: number;
  readonly cached?: number;
  readonly deduplicated?: number;
  readonly primed?: number;
  readonly swept?: number;
  readonly shared?: number;
}

/**
 * REST requests of an operation when nothing of it is known: what the cache and others spared
 * counts.
 */
export const fullCost = ({ requests, cached = 0, shared = 0 }: Cost): number =>
  requests + cached + shared;

/**
 * The façade adds `extensions.upstream` of this shape to every result that reached the Partner API.
 */
export const costOf = (
  extensions: Readonly<Record<string, unknown>> | undefined,
): Cost | undefined => extensions?.['upstream'] as Cost | undefined;

/** What is known of one operation with its variables. */
export interface Snapshot<Data> extends Answer<Data> {
  /** An answer is on its way. */
  readonly isBusy: boolean;
  /** Every part of the data was read, now or before. */
  readonly isWhole: boolean;
}

/** A document without its types. */
export type SyntaxTree = Pick<TypedDocumentNode, 'kind' | 'definitions'>;

/**
 * A member that takes an answer is a method: an entry of some data is one of unknown data as well.
 */
interface EntryOptions<Data> {
  readonly document: SyntaxTree;
  readonly variables: object;
  send(maxAgeSeconds: number, take: (answer: Answer<Data>) => void): () => void;
  /** Called when the first listener has come, and when the last one has left. */
  readonly changed: () => void;
  accepted(answer: Answer<Data>): void;
}

/** Milliseconds. The header `Age` holds whole seconds. */
const ageToleranceMs = 1000;

/** One operation of a session with its variables, its latest data and errors. */
export class Entry<Data = unknown> {
  readonly document: SyntaxTree;
  readonly variables: object;
  private readonly snapshot = new Published<Snapshot<Data>>(unread);
  private sent: { readonly maxAgeSeconds: number; readonly cancel: () => void } | undefined;

  constructor(private readonly options: EntryOptions<Data>) {
    this.document = options.document;
    this.variables = options.variables;
  }

  get isShown(): boolean {
    return this.snapshot.hasListeners;
  }

  readonly get = this.snapshot.get;

  /** The last one who leaves stops what is on its way. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const isFirst = !this.isShown;
    const leave = this.snapshot.subscribe(listener);
    if (isFirst) this.options.changed();
    return () => {
      leave();
      if (!this.isShown) queueMicrotask(() => this.left());
    };
  };

  /**
   * Sends the operation.
   *
   * @param maxAgeSeconds responses of the Partner API up to this age will do; 0 for fresh ones
   */
  readonly read = (maxAgeSeconds: number): void => {
    if (this.sent !== undefined) {
      // What is on its way is as fresh.
      if (this.sent.maxAgeSeconds <= maxAgeSeconds) return;
      this.sent.cancel();
    }
    const cancel = this.options.send(maxAgeSeconds, (answer) => {
      this.sent = undefined;
      this.accept(answer);
    });
    this.sent = { maxAgeSeconds, cancel };
    this.set({ isBusy: true });
  };

  /** Takes an answer, whichever way it came. */
  accept(answer: Answer<Data>): void {
    this.options.accepted(answer);
    this.set({ ...newer(this.get(), answer), isBusy: this.sent !== undefined });
  }

  /**
   * Unless somebody has come meanwhile: a view that changes leaves everything, and comes back to
   * some of it at once.
   */
  private left(): void {
    if (this.isShown) return;
    this.sent?.cancel();
    this.sent = undefined;
    this.set({ isBusy: false });
    this.options.changed();
  }

  private set(part: Partial<Snapshot<Data>>): void {
    this.snapshot.set({ ...this.get(), ...part });
  }
}

/** What is known after an answer: the newer data, and old data where none could be read. */
function newer<Data>(before: Snapshot<Data>, answer: Answer<Data>): Partial<Snapshot<Data>> {
  const { errors, asOf } = answer;
  // The first error at a path counts.
  const allErrors = [...keptErrors(before.errors, errors), ...errors];
  if (answer.data === undefined || asOf === undefined)
    return { errors: allErrors, cost: answer.cost ?? before.cost };
  const isWhole = errors.length === 0;
  if (before.data === undefined || before.asOf === undefined) return { ...answer, isWhole };
  if (isWhole && asOf < before.asOf - ageToleranceMs) return {};
  const data = keepKnown(before, answer.data, errors);
  if (data === answer.data) return { ...answer, isWhole };
  // The known parts were data of the same operation.
  return { ...answer, data: data as Data, errors: allErrors, asOf: before.asOf };
}

const unread: Snapshot<never> = {
  data: undefined,
  errors: [],
  asOf: undefined,
  isBusy: false,
  isWhole: false,
  cost: undefined,
};

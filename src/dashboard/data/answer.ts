import type { ReadError } from '../error/read-error.js';

/** A result of an operation, as views use it. */
export interface Answer<Data> {
  /** Undefined where nothing could be read. */
  readonly data: Data | undefined;
  readonly errors: readonly ReadError[];
  /** When its data was read from the Partner API or later, in milliseconds since 1970; undefined without data. */
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

/** REST requests of an operation when nothing of it is known: what the cache and others spared counts. */
export const fullCost = ({ requests, cached = 0, shared = 0 }: Cost): number => requests + cached + shared;

/** The façade adds `extensions.upstream` of this shape to every result that reached the Partner API. */
export const costOf = (extensions: Readonly<Record<string, unknown>> | undefined): Cost | undefined =>
  extensions?.['upstream'] as Cost | undefined;

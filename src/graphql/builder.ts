import SchemaBuilder from '@pothos/core';
import type { Session } from '../loaders/session.js';
import type { SelectedField } from './cost/selected-field.js';

/** What every resolver is given. */
export interface Context {
  /** The Partner API as the caller's credential sees it. Throws UNAUTHENTICATED where there is no credential. */
  readonly partner: Session;
  /** Largest `first` or `last` (MAX_PAGE_SIZE). */
  readonly maxPageSize: number;
  /** What the operation reads, for looking ahead. */
  readonly selectionSummary: readonly SelectedField[];
  /** Stretches of collections that are read already or on their way, by collection and arguments. */
  readonly connections: Map<string, Promise<unknown>>;
  /** Reads that were started ahead of their resolvers; see `cost/prefetch.ts`. */
  prefetched: number;
  /** Reads of records whose types are noted when they come; see `types/node.ts`. */
  noted: Map<Promise<unknown>, Promise<unknown>> | undefined;
}

/** Custom scalars are strings that are passed on byte for byte; `JSONObject` alone is not. */
export interface Text {
  Input: string;
  Output: string;
}

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: Text;
    DateTime: Text;
    LocalDate: Text;
    LocalTime: Text;
    TimeZone: Text;
    HexColorCode: Text;
    OpaqueUrl: Text;
    JSONObject: { Input: Readonly<Record<string, unknown>>; Output: Readonly<Record<string, unknown>> };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false });

builder.queryType({
  description:
    'A digital-signage organization, read through the Partner API v1 with the credential of the request ' +
    '(`Authorization: Bearer …`). Every field here is null only with an entry in `errors` that tells why.',
});

import SchemaBuilder from '@pothos/core';
import type { GraphQLError } from 'graphql';
import type { Work } from '../execution/work.js';
import type { Session } from '../loaders/session.js';
import type { SelectedField } from './cost/selected-field.js';

/** What every resolver receives. */
export interface Context {
  /** The Partner API as the caller's credential sees it. Throws UNAUTHENTICATED where there is no credential. */
  readonly partner: Session;
  /** Maximum `first` or `last` (MAX_PAGE_SIZE). */
  readonly maxPageSize: number;
  /** Response names that lead to the connection that is exported, with dots; undefined where none is. */
  readonly exportedPath: string | undefined;
  /** What the operation reads, for prefetch. */
  readonly selectionSummary: readonly SelectedField[];
  /** Runs what takes long in slices. */
  readonly work: Pick<Work, 'inSlices'>;
  /** Reads that were started ahead of their resolvers; see `cost/prefetch.ts`. */
  prefetched: number;
  /** Errors beside values, where graphql-js executes the operation; see `find/find-field.ts`. */
  reported: GraphQLError[] | undefined;
}

/** Custom scalars are strings that are passed on byte for byte; only `JSONObject` is not. */
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

// The annotation keeps the import in the declarations, which need Pothos's global types.
export const builder: InstanceType<typeof SchemaBuilder<SchemaTypes>> = new SchemaBuilder<SchemaTypes>({
  defaultFieldNullability: false,
});

export const QueryRef = builder.queryType({
  description:
    'A digital-signage organization, read through the Partner API v1 with the credential of the request ' +
    '(`Authorization: Bearer …`). A field here is null only together with an entry in `errors` that says why.',
});

import SchemaBuilder, { type ObjectRef as PothosObjectRef } from '@pothos/core';
import type { Work } from '../execution/work.js';
import { PartnerError } from '../partner/error.js';
import { unrecognized } from '../partner/value.js';
import type { Session } from '../session/session.js';
import type { SelectionSummary } from './cost/selected-field.js';

/** What every resolver receives. */
export interface Context {
  /**
   * The Partner API as the caller's credential sees it. Throws UNAUTHENTICATED where there is no
   * credential.
   */
  readonly partner: Session;
  /** Maximum `first` or `last` (MAX_PAGE_SIZE). */
  readonly maxPageSize: number;
  /** What the operation reads, for prefetch and for an export. */
  readonly summary: SelectionSummary;
  /** Runs what takes long in slices. */
  readonly work: Pick<Work, 'inSlices'>;
  /** Reads that were started ahead of their resolvers; see `read-field.ts`. */
  prefetched: number;
}

type TextScalar =
  | 'ID'
  | 'DateTime'
  | 'LocalDate'
  | 'LocalTime'
  | 'TimeZone'
  | 'HexColorCode'
  | 'OpaqueUrl';

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: Record<TextScalar, { Input: string; Output: string }> & {
    JSONObject: {
      Input: Readonly<Record<string, unknown>>;
      Output: Readonly<Record<string, unknown>>;
    };
  };
}

// The annotation keeps the import in the declarations, which need Pothos's global types.
export const builder: InstanceType<typeof SchemaBuilder<SchemaTypes>> =
  new SchemaBuilder<SchemaTypes>({
    defaultFieldNullability: false,
  });

export type ObjectRef<T> = PothosObjectRef<(typeof builder)['$inferSchemaTypes'], T>;

export const QueryRef = builder.queryType({
  description:
    'A digital-signage organization, read through the Partner API v1 with the credential of the request ' +
    '(`Authorization: Bearer …`). A field here is null only together with an entry in `errors` that says why.',
});

/**
 * A GraphQL enum over an enum of the contract. REST values become UPPER_SNAKE_CASE; `UNRECOGNIZED`
 * replaces a value that the contract does not list yet.
 *
 * @param members REST value to description
 */
export function contractEnum<const Value extends string>(
  name: string,
  description: string,
  members: Readonly<Record<Value, string>>,
) {
  const values: Record<string, { value: Value | typeof unrecognized; description: string }> = {};
  // A record made from a literal has no other keys.
  for (const [value, meaning] of Object.entries(members) as [Value, string][]) {
    values[value.toUpperCase().replaceAll('-', '_')] = { value, description: meaning };
  }
  values[unrecognized] = {
    value: unrecognized,
    description:
      'A value that this version of the façade does not know yet. The rest of the record is complete.',
  };
  return builder.enumType(name, { description, values });
}

/**
 * An item, or the error in its place, as the value of its field. Execution takes an Error as the
 * failure of that place, which Pothos cannot express; neither can it express the type of a field
 * over an open `T`.
 */
export const asFieldValue = (item: unknown): never => item as never;

/**
 * What is read for each key, or its failure as a value: an item of a list that fails at once needs
 * no promise.
 */
export const valuesOf = <K>(keys: readonly K[], read: (key: K) => unknown): never[] =>
  keys.map((key) => {
    try {
      return asFieldValue(read(key));
    } catch (error) {
      if (error instanceof PartnerError) return asFieldValue(error);
      throw error;
    }
  });

/** A record with the same names: fields, for example, that follow from what declares them. */
export const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, name: string) => W,
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));

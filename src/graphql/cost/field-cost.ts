import type { GraphQLField } from 'graphql';
import type { AnyCollection } from '../../partner/collection.js';
import type { Endpoint, ListEndpoint, RecordEndpoint } from '../../partner/endpoint.js';

/**
 * What a field reads from the Partner API, declared with the field. Estimates and prefetch follow
 * from it.
 */
export type FieldCost =
  /** One record, read once for each distinct path. `argument` fills the path parameter. */
  | {
      readonly kind: 'record';
      readonly endpoint: RecordEndpoint<unknown>;
      readonly argument?: string;
    }
  /** One record for each distinct id of a list argument. */
  | {
      readonly kind: 'records';
      readonly endpoint: RecordEndpoint<unknown>;
      readonly argument: string;
    }
  /** Pages of a list, as many as the arguments of the connection need. */
  | {
      readonly kind: 'pages';
      readonly endpoint: ListEndpoint<unknown>;
      /** Undefined where nothing filters the list. */
      readonly maxMatches?: MaxMatches;
    }
  /** The whole list, read once for each operation. */
  | {
      readonly kind: 'summary';
      readonly endpoint: ListEndpoint<unknown>;
      readonly maxMatches: MaxMatches;
    }
  /** Every record of a collection and its part, read once for each operation. */
  | { readonly kind: 'usage'; readonly collection: AnyCollection; readonly part: Endpoint }
  /**
   * A record of a collection by its id, in a batch with others; a link where no argument gives the
   * id.
   */
  | {
      readonly kind: 'load';
      readonly collection: AnyCollection;
      readonly argument?: string;
      /** Whether the record that holds the link may have none. */
      readonly isOptional?: true;
    }
  /**
   * Records of any type, by global ids, which are strings, or by representations (Federation),
   * which are objects.
   */
  | { readonly kind: 'nodes'; readonly argument: string; readonly by: 'string' | 'object' };

/** How many records can match a filter, which is as the client has sent it: it may be anything. */
type MaxMatches = (filter: unknown) => number;

export type CostOf<Kind extends FieldCost['kind']> = Extract<FieldCost, { kind: Kind }>;

/**
 * The part of a field's options that says what it costs. It goes with the resolver that reads it:
 * see `declared-read.ts`.
 */
export const fieldCost = (cost: FieldCost) => ({ extensions: { cost } });

/** Undefined for a field that its record already holds. */
export function fieldCostOf(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  // Only `fieldCost` writes this extension.
  return field.extensions['cost'] as FieldCost | undefined;
}

/**
 * Usual entries of a list whose length no argument gives. The contract names no bound, so these are
 * guesses.
 */
export const usualLengths: Readonly<Record<string, number>> = {
  'PlaybackConfiguration.items': 10,
  'PlaybackConfiguration.overlays': 2,
  'ZonesLayout.panels': 4,
  'ZonesPanel.items': 3,
};

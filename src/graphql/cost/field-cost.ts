import type { GraphQLField } from 'graphql';
import type { AnyCollection } from '../../partner/collection.js';
import type { ListEndpoint, RecordEndpoint } from '../../partner/endpoint.js';

/**
 * What resolving a field asks of the Partner API: the fact that plans and estimates are made from. It stands with the
 * field that it is true of.
 */
export type FieldCost =
  /** One record, read once for each distinct path. `argument` is the argument that fills its path parameter. */
  | { readonly kind: 'record'; readonly operation: RecordEndpoint<unknown>; readonly argument?: string }
  /** One record for each distinct id of a list argument. */
  | { readonly kind: 'records'; readonly operation: RecordEndpoint<unknown>; readonly argument: string }
  /** Pages of a list, as many as the arguments of the connection ask for. */
  | { readonly kind: 'pages'; readonly operation: ListEndpoint<unknown>; readonly ofParent?: true }
  /** A record of a collection by its id, in a batch with others; a link where no argument gives the id. */
  | {
      readonly kind: 'load';
      readonly collection: AnyCollection;
      readonly argument?: string;
      /** Whether the record that holds the link may have none. */
      readonly isOptional?: true;
    }
  /** Records of any type by their global ids. */
  | { readonly kind: 'nodes'; readonly argument: string };

/** The options of a field that reads: `t.field({ ...reads({ … }), … })`. */
export const fieldCost = (what: FieldCost) => ({ extensions: { reads: what } });

/** What a field reads, undefined for a field that is answered from its record. */
export function fieldCostOf(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  // Only `reads` above writes this extension.
  return field.extensions['reads'] as FieldCost | undefined;
}

/** How many entries a list holds that has no size of its own in the query. The contract names no bound; this is a guess. */
const usualLength: Readonly<Record<string, number>> = {
  'PlaybackConfiguration.items': 10,
  'PlaybackConfiguration.overlays': 2,
  'ZonesLayout.panels': 4,
  'ZonesPanel.items': 3,
};

export const usualLengthOf = (coordinate: string): number => usualLength[coordinate] ?? 1;

import { useRef } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useView } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import type { OrderDirection } from '../generated/graphql.js';
import type { ListDefinition, ListLook, ListRow } from './definition.js';
import {
  type FacetDeclaration,
  filterOf,
  filtersWithout,
  optionsOf,
  orderOf,
  type SortFields,
  specOf,
} from './facet.js';
import type { PageData } from './known-pages.js';
import { usePages } from './use-pages.js';

/** A query of a list by numbered pages. */
type PageQuery<Data, Filter, Field> = TypedDocumentNode<
  Data,
  {
    readonly first: number;
    readonly page: number;
    readonly filter: Filter | null;
    readonly orderBy: { readonly field: Field; readonly direction: OrderDirection } | null;
  }
>;

interface ListOptions<Row extends ListRow, Filter, Field, Data, Counts> extends ListLook<Row> {
  readonly rows: PageQuery<Data, Filter, Field>;
  readonly pageOf: (data: Data) => PageData<Row> | null;
  readonly sorts: SortFields<Field>;
  readonly facets: readonly FacetDeclaration<Filter, Counts>[];
  /**
   * It reads the whole list once, which a filtered list does as well: they share it. It is an operation of its own, because
   * a list too long for it must still be shown.
   */
  readonly counts: TypedDocumentNode<Counts, Readonly<Record<string, Filter | null>>>;
}

/** What every query of counts asks for, too: the length of the list without filters. */
interface AllCount {
  readonly all: { readonly count: number } | null;
}

/** A list by its queries, orders and filters, and by how its records look. */
export function defineList<Row extends ListRow, Filter extends object, Field, Data, Counts extends AllCount>({
  rows,
  pageOf,
  sorts,
  facets,
  counts,
  ...look
}: ListOptions<Row, Filter, Field, Data, Counts>): ListDefinition<Row> {
  return {
    ...look,
    spec: specOf(facets, sorts),
    useRows: (state, range) =>
      usePages({
        collection: look.collection,
        document: rows,
        variables: { filter: filterOf(facets, state), orderBy: orderOf(sorts, state) },
        pageOf,
        range,
      }),
    useFacets(state) {
      const { data, errors } = useView(counts, filtersWithout(facets, state));
      const last = useRef(data);
      if (data !== undefined) last.current = data;
      // The counts of the choice before stay until the new ones are known; those of its first pages would mislead.
      const known = errors.some(isTooLong) ? undefined : last.current;
      const countsOf = (facet: FacetDeclaration<Filter, Counts>): ReadonlyMap<string, number> | undefined => {
        const found = known && facet.countsOf(known);
        return found ? new Map(found) : undefined;
      };
      return {
        facets: facets.map((facet) => ({ ...facet, options: optionsOf(facet, state, countsOf(facet)) })),
        count: known?.all?.count,
      };
    },
  };
}

/** A filter, an order and counts read the whole list, which the façade refuses beyond its limit. */
export const isTooLong = ({ code }: ReadError): boolean => code === 'UPSTREAM_BUDGET_EXCEEDED';

import type { PartnerError } from '../partner/error.js';
import { encodeCursor } from '../paging/cursor.js';
import type { Placed, Window } from '../paging/window.js';
import { builder } from './builder.js';
import { asFieldValue } from './field-value.js';
import { nullOnError } from './nullability.js';

/** A stretch of a collection as GraphQL shows it. An item that broke the contract is an error in its place. */
export interface Connection<T> extends Window<T | PartnerError> {
  /** Names the collection in cursors. */
  readonly collection: string;
}

interface Edge<T> extends Placed<T | PartnerError> {
  readonly collection: string;
}

const PageInfoRef = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Where a stretch of a collection stands in it.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether the collection goes on behind this stretch. True also where only hidden items may follow: the next ' +
        'stretch is then empty.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether the collection goes on before this stretch.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge, for `before`; null without edges.',
      resolve: ({ collection, items }) => cursorOf(collection, items[0]),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last edge, for `after`; null without edges.',
      resolve: ({ collection, items }) => cursorOf(collection, items.at(-1)),
    }),
  }),
});

const cursorOf = (collection: string, placed: Placed<unknown> | undefined): string | null =>
  placed === undefined ? null : encodeCursor(collection, placed.place);

/**
 * The connection and edge types over a type.
 *
 * @param plural what its items are called in descriptions, for example `screens`
 */
export function connectionOf<T extends object>(
  name: string,
  plural: string,
  node: ReturnType<typeof builder.objectRef<T>>,
) {
  const EdgeRef = builder.objectRef<Edge<T>>(`${name}Edge`).implement({
    description: `One of the ${plural} and its place in the collection.`,
    fields: (t) => ({
      cursor: t.string({
        description: `Opaque place of this item, for \`after\` or \`before\` of the same collection at any size.`,
        resolve: ({ collection, place }) => encodeCursor(collection, place),
      }),
      node: t.field({
        ...nullOnError,
        type: node,
        nullable: true,
        description: 'The item; null, with UPSTREAM_INVALID_RESPONSE, where it breaks the contract.',
        resolve: ({ item }) => asFieldValue(item),
      }),
    }),
  });
  return builder.objectRef<Connection<T>>(`${name}Connection`).implement({
    description: `A stretch of the ${plural}, in the order of the Partner API.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeRef],
        description: 'The items with their cursors.',
        resolve: ({ collection, items }) => items.map(({ item, place }) => ({ item, place, collection })),
      }),
      nodes: t.field({
        ...nullOnError,
        type: [node],
        nullable: { list: false, items: true },
        description:
          'The items alone. An entry is null, with UPSTREAM_INVALID_RESPONSE, where it breaks the contract.',
        resolve: ({ items }) => items.map(({ item }) => asFieldValue(item)),
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'How to go on.',
        resolve: (connection) => connection,
      }),
      totalCount: t.int({
        description:
          'Number of all items in the collection, hidden ones included, as the Partner API counts them. Selected ' +
          'alone it costs one REST request of one item.',
        resolve: ({ total }) => total,
      }),
    }),
  });
}

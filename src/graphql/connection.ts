import { encodeCursor } from '../paging/cursor.js';
import type { Placed } from '../paging/place.js';
import type { Window } from '../paging/window.js';
import type { PartnerError } from '../partner/error.js';
import { builder } from './builder.js';
import { asFieldValue } from './field-value.js';
import { nullOnError } from './nullability.js';

/** A window of a collection. An item that breaks the contract is an error in its place. */
export interface Connection<T> extends Window<T | PartnerError> {
  /** Names the collection in cursors. */
  readonly collection: string;
}

interface Edge<T> extends Placed<T | PartnerError> {
  readonly collection: string;
}

export type ObjectRef<T> = ReturnType<typeof builder.objectRef<T>>;

export type ConnectionRef<T> = ReturnType<ObjectRef<Connection<T>>['implement']>;

/**
 * The connection and edge types over a type.
 *
 * @param plural what descriptions call its items, for example `screens`
 */
export function connectionOf<T extends object>(name: string, plural: string, node: ObjectRef<T>) {
  const edge = edgeOf(name, plural, node);
  return builder.objectRef<Connection<T>>(`${name}Connection`).implement({
    description: `A page of the ${plural}, in the order of the Partner API.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The items with their cursors.',
        resolve: ({ collection, items }) => items.map(({ item, place }) => ({ item, place, collection })),
      }),
      nodes: t.field({
        ...nullOnError,
        type: [node],
        nullable: { list: false, items: true },
        description:
          'The items alone. One that breaks the contract is null, with UPSTREAM_INVALID_RESPONSE in `errors`.',
        resolve: ({ items }) => items.map(({ item }) => asFieldValue(item)),
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Whether there are more items, and the cursors to continue from.',
        resolve: (connection) => connection,
      }),
      totalCount: t.int({
        description:
          'Number of all items in the collection as the Partner API counts them, hidden ones included. Selected ' +
          'alone it costs one REST request for one item.',
        resolve: ({ total }) => total,
      }),
    }),
  });
}

const edgeOf = <T extends object>(name: string, plural: string, node: ObjectRef<T>) =>
  builder.objectRef<Edge<T>>(`${name}Edge`).implement({
    description: `One of the ${plural} and its cursor.`,
    fields: (t) => ({
      cursor: t.string({
        description:
          'Opaque cursor of this item, for `after` or `before` of the same collection with any page size.',
        resolve: ({ collection, place }) => encodeCursor(collection, place),
      }),
      node: t.field({
        ...nullOnError,
        type: node,
        nullable: true,
        description: 'The item. Null, with UPSTREAM_INVALID_RESPONSE in `errors`, if it breaks the contract.',
        resolve: ({ item }) => asFieldValue(item),
      }),
    }),
  });

const PageInfoRef = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Where a page lies in its collection.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether the collection continues after this page. True also where only hidden items may follow: the next ' +
        'page is then empty.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether the collection has items before this page.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge, for `before`. Null if there are no edges.',
      resolve: ({ collection, items }) => cursorOf(collection, items[0]),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last edge, for `after`. Null if there are no edges.',
      resolve: ({ collection, items }) => cursorOf(collection, items.at(-1)),
    }),
  }),
});

const cursorOf = (collection: string, placed: Placed<unknown> | undefined): string | null =>
  placed === undefined ? null : encodeCursor(collection, placed.place);

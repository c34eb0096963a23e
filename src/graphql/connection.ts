import type { Stretch } from '../paging/window.js';
import type { PartnerError } from '../partner/error.js';
import { asFieldValue, builder, type ObjectRef } from './builder.js';
import { nullOnError } from './nullability.js';

/** An item that breaks the contract is an error in its place. */
interface Item<T> {
  readonly item: T | PartnerError;
}

/** Consecutive items of a list. */
export interface Connection<T> extends Stretch<Item<T>> {
  /** Undefined where it is not selected and would cost more requests. */
  readonly total: number | undefined;
  /** One for each record that is left out, because it cannot be compared. */
  readonly errors: readonly PartnerError[];
  /** Of one of its own items. */
  cursorOf(item: Item<T>): string;
}

interface Edge<T> {
  readonly connection: Connection<T>;
  readonly item: Item<T>;
}

export type ConnectionRef<T> = ObjectRef<Connection<T>>;

/** @param plural what descriptions call the items, for example `screens` */
export function connectionOf<T extends object>(name: string, plural: string, node: ObjectRef<T>) {
  const edge = edgeTypeOf(name, plural, node);
  return builder.objectRef<Connection<T>>(`${name}Connection`).implement({
    description: `A page of the ${plural}, in the order of the Partner API unless another is requested.`,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The items with their cursors.',
        resolve: (connection) => connection.items.map((item) => ({ connection, item })),
      }),
      nodes: t.field({
        ...nullOnError,
        type: [node],
        nullable: { list: false, items: true },
        description:
          'The items alone. One that breaks the contract is null, with UPSTREAM_INVALID_RESPONSE in `errors`. With a filter or ' +
          'an order it is left out, with the same error.',
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
          'alone it costs one REST request for one item. With a filter or an order: the number of visible items that match, ' +
          'for which the whole list is read.',
        // It is selected, so it is read.
        resolve: ({ total }) => asFieldValue(total),
      }),
    }),
  });
}

const edgeTypeOf = <T extends object>(name: string, plural: string, node: ObjectRef<T>) =>
  builder.objectRef<Edge<T>>(`${name}Edge`).implement({
    description: `One of the ${plural} and its cursor.`,
    fields: (t) => ({
      cursor: t.string({
        description:
          'Opaque cursor of this item, for `after` or `before` of the same collection, filter and order with any page size.',
        resolve: ({ connection, item }) => connection.cursorOf(item),
      }),
      node: t.field({
        ...nullOnError,
        type: node,
        nullable: true,
        description:
          'The item. Null, with UPSTREAM_INVALID_RESPONSE in `errors`, if it breaks the contract.',
        resolve: ({ item }) => asFieldValue(item.item),
      }),
    }),
  });

const PageInfoRef = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Where a page lies in its collection.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether the collection continues after this page. Without a filter and an order true also where only hidden ' +
        'items may follow: the next page is then empty.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description: 'Whether the collection has items before this page.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge, for `before`. Null if there are no edges.',
      resolve: (connection) => cursorAt(connection, 0),
    }),
    endCursor: t.string({
      nullable: true,
      description: 'Cursor of the last edge, for `after`. Null if there are no edges.',
      resolve: (connection) => cursorAt(connection, -1),
    }),
  }),
});

function cursorAt(connection: Connection<unknown>, index: number): string | null {
  const item = connection.items.at(index);
  return item === undefined ? null : connection.cursorOf(item);
}

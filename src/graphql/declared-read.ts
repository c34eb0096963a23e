import type { GraphQLResolveInfo } from 'graphql';
import type { Collection, Identified } from '../partner/collection.js';
import type { RecordEndpoint } from '../partner/endpoint.js';
import { type Context, valuesOf } from './builder.js';
import { fieldCost } from './cost/field-cost.js';
import { linkedId, prefetch, prefetchedCost } from './read-field.js';

// Each function declares what a field reads, and returns the options that follow from it:
// `t.field({ ...readsRecord(getScreenConfiguration, 'screenId'), type, … })`. So its estimate, its
// prefetch and its resolver read the same.

type IdArgument<Name extends string> = Readonly<Record<Name, string>>;

type IdListArgument<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** A root field: the only record of an endpoint. @param type of the record in the schema */
export const readsOnly = <T>(endpoint: RecordEndpoint<T>, type: string) => ({
  ...fieldCost({ kind: 'record', endpoint }),
  resolve(_root: unknown, _args: object, context: Context, info: GraphQLResolveInfo) {
    const record = context.partner.get(endpoint);
    prefetch(context, info, type, '');
    return record;
  },
});

/** A root field: the record of an endpoint that an argument names. */
export const readsRecord = <T, Name extends string>(
  endpoint: RecordEndpoint<T>,
  argument: Name,
) => ({
  ...fieldCost({ kind: 'record', endpoint, argument }),
  resolve: (_root: unknown, args: IdArgument<Name>, { partner }: Context) =>
    partner.get(endpoint, args[argument]),
});

/** A root field: the records of an endpoint that a list argument names. */
export const readsRecords = <T, Name extends string>(
  endpoint: RecordEndpoint<T>,
  argument: Name,
) => ({
  ...fieldCost({ kind: 'records', endpoint, argument }),
  resolve: (_root: unknown, args: IdListArgument<Name>, { partner }: Context) =>
    valuesOf(args[argument], (id) => partner.get(endpoint, id)),
});

/** The record of an endpoint that has the id of the record above the field. */
export const readsPart = <T>(endpoint: RecordEndpoint<T>) => ({
  ...prefetchedCost({ kind: 'record', endpoint }, ({ partner }, id) =>
    partner.prefetch(endpoint, id),
  ),
  resolve: ({ id }: Identified, _args: object, { partner }: Context) =>
    partner.get(endpoint, linkedId(endpoint, id)),
});

/** A root field: the record of a collection that an argument names. */
export const loadsRecord = <T extends Identified, Name extends string>(
  collection: Collection<T>,
  argument: Name,
) => ({
  ...fieldCost({ kind: 'load', collection, argument }),
  resolve(_root: unknown, args: IdArgument<Name>, context: Context, info: GraphQLResolveInfo) {
    const record = context.partner.load(collection, args[argument]);
    prefetch(context, info, collection.type, args[argument]);
    return record;
  },
});

/** The record of a collection to which the record above the field refers. */
export const loadsLink = <T extends Identified, Parent>(
  collection: Collection<T>,
  idOf: (parent: Parent) => string,
) => ({
  ...fieldCost({ kind: 'load', collection }),
  resolve: (parent: Parent, _args: object, { partner }: Context) =>
    partner.load(collection, linkedId(collection.get, idOf(parent))),
});

/** As `loadsLink`, where the record above may refer to none. */
export const loadsOptionalLink = <T extends Identified, Parent>(
  collection: Collection<T>,
  idOf: (parent: Parent) => string | null | undefined,
) => ({
  ...fieldCost({ kind: 'load', collection, isOptional: true }),
  resolve(parent: Parent, _args: object, { partner }: Context) {
    const id = idOf(parent);
    return id == null ? null : partner.load(collection, linkedId(collection.get, id));
  },
});

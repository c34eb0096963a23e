import type { GraphQLResolveInfo } from 'graphql';
import type { Collection, Identified } from '../partner/collection.js';
import { PartnerError } from '../partner/error.js';
import { isUsableId } from '../partner/id.js';
import { builder, type Context, type ObjectRef } from './builder.js';
import { fieldCost } from './cost/field-cost.js';
import { prefetch } from './cost/prefetch.js';

/** The options of a root field that reads a record of a collection by its id. */
export const recordField = <T extends Identified>(
  collection: Collection<T>,
  type: ObjectRef<T>,
  noun: string,
) => ({
  type,
  nullable: true as const,
  description:
    `One ${noun} by its REST id. Costs one REST request and needs ${collection.get.scope}. Null, with NOT_FOUND in ` +
    '`errors`, if there is none.',
  args: builder.args((t) => ({
    id: t.id({ required: true, description: `REST id of the ${noun}, 1 to 512 characters.` }),
  })),
  resolve(_root: unknown, { id }: { readonly id: string }, context: Context, info: GraphQLResolveInfo) {
    const record = context.partner.load(collection, id);
    prefetch(context, info, collection.type, id);
    return record;
  },
  ...fieldCost({ kind: 'load', collection, argument: 'id' }),
});

/**
 * Checks the id by which one record refers to another. An unusable one is the upstream's fault, not the client's.
 *
 * @param endpoint reads the other record
 * @throws PartnerError UPSTREAM_INVALID_RESPONSE
 */
export function linkedId(endpoint: { readonly id: string }, id: string): string {
  if (isUsableId(id)) return id;
  const message = 'The record refers to another one by an id that is unusable.';
  throw new PartnerError('UPSTREAM_INVALID_RESPONSE', message, { operation: endpoint.id });
}

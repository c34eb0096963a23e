import { builder } from './builder.js';

/** The type as which each record was read: records of different types look alike. */
export const nodeTypeOf = new WeakMap<object, string>();

export const NodeRef = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'A record with a global id, which `node` and `nodes` find again.',
  resolveType: (record) => nodeTypeOf.get(record),
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Opaque global id for `node` and `nodes`, unique across all types. Not the REST id, which is `id`. Costs no request.',
      resolve: () => {
        throw new Error('Every type that implements Node has a nodeId of its own.');
      },
    }),
  }),
});

import { builder } from './builder.js';

/** Records of different types look alike, so each remembers the type that it was read as. */
export const nodeTypeOf = new WeakMap<object, string>();

export const NodeRef = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'A record with an identity of its own, which `node` finds again.',
  resolveType: (record) => nodeTypeOf.get(record),
  fields: (t) => ({
    nodeId: t.id({
      description:
        'Opaque global id for `node` and `nodes`, unique among all types. Not the REST id: that is `id`. Costs nothing.',
      resolve: () => {
        throw new Error('Every type that implements Node has a nodeId of its own.');
      },
    }),
  }),
});

import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const condition = (description: string) => ({
  type: new GraphQLNonNull(GraphQLBoolean),
  description,
  defaultValue: true,
});

const label = { type: GraphQLString, description: 'Unique name' };

/** graphql 16 declares neither directive; clients know them in this form. */
export const deferDirective = new GraphQLDirective({
  name: 'defer',
  description: 'Directs the executor to defer this fragment when the `if` argument is true or undefined.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: { if: condition('Deferred when true or undefined.'), label },
});

export const streamDirective = new GraphQLDirective({
  name: 'stream',
  description: 'Directs the executor to stream plural fields when the `if` argument is true or undefined.',
  locations: [DirectiveLocation.FIELD],
  args: {
    if: condition('Stream when true or undefined.'),
    label,
    initialCount: {
      type: GraphQLInt,
      description: 'Number of items to return immediately',
      defaultValue: 0,
    },
  },
});

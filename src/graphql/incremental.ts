import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const isWanted = (description: string) => ({
  type: new GraphQLNonNull(GraphQLBoolean),
  description,
  defaultValue: true,
});

const label = { type: GraphQLString, description: 'Unique name' };

/** graphql 16 has neither directive: here they are as its clients know them. */
export const deferDirective = new GraphQLDirective({
  name: 'defer',
  description: 'Directs the executor to defer this fragment when the `if` argument is true or undefined.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: { if: isWanted('Deferred when true or undefined.'), label },
});

export const streamDirective = new GraphQLDirective({
  name: 'stream',
  description: 'Directs the executor to stream plural fields when the `if` argument is true or undefined.',
  locations: [DirectiveLocation.FIELD],
  args: {
    if: isWanted('Stream when true or undefined.'),
    label,
    initialCount: {
      type: GraphQLInt,
      description: 'Number of items to return immediately',
      defaultValue: 0,
    },
  },
});

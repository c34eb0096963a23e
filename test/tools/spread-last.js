/** A rule for the linter, about code that runs for every operation or every REST request. */
export default {
  meta: { name: 'partner-graphql' },
  rules: {
    'spread-last': {
      create: (context) => ({
        'ObjectExpression > SpreadElement ~ Property': (node) => {
          const message =
            'Name the members, or spread last: on Node.js 20 each such object leaks a hidden class until the next full garbage collection.';
          context.report({ node, message });
        },
      }),
    },
  },
};

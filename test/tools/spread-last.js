/** Rules for the linter that no package has. */
export default {
  meta: { name: 'partner-graphql' },
  rules: {
    /** For code that runs for every operation or every REST request. */
    'spread-last': {
      create: (context) => ({
        'ObjectExpression > SpreadElement ~ Property': (node) => {
          const message =
            'Name the members, or spread last: on Node.js 20 each such object leaks a hidden class until the next full garbage collection.';
          context.report({ node, message });
        },
      }),
    },
    'no-assignment-value': {
      create: (context) => ({
        AssignmentExpression: (node) => {
          if (isStatement(node)) return;
          const message = 'Assign in a statement of its own, and use the variable after it.';
          context.report({ node, message });
        },
      }),
    },
  },
};

/** Whether nothing uses the value of an assignment; what an arrow function returns is not used. */
function isStatement(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'ParenthesizedExpression':
      return isStatement(parent);
    case 'ExpressionStatement':
      return true;
    case 'ForStatement':
      return parent.test !== node;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    default:
      return false;
  }
}

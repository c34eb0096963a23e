import { GraphQLError, parse, Source, validate } from 'graphql';
import { expect, it } from 'vitest';
import { publicError } from '../../src/graphql/error.js';
import { schema } from '../../src/graphql/schema.js';
import { PartnerError } from '../../src/partner/error.js';

const path = ['screens', 0];
const raised = (originalError: Error): GraphQLError =>
  new GraphQLError(originalError.message, { path, originalError });

/** The public form, and what was reported on the way. */
function translate(error: GraphQLError) {
  const reported: unknown[] = [];
  const shown = publicError(error, (unknown) => {
    reported.push(unknown);
    return 'id-7';
  });
  return { shown: shown.toJSON(), reported };
}

const request = { status: 429, operation: 'partnerV1_screens', requestId: 'req_1' };
const facts = { ...request, upstreamCode: 'quota', details: { a: 1 }, retryAfterSeconds: 2.5 };
const [invalid = raised(new Error('The document is valid.'))] = validate(
  schema,
  parse('{ nothing }'),
);
const limit = { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 400 } };
const missing = 'Argument "id" of non-null type "ID!" must not be null.';

it.each<[string, GraphQLError, object]>([
  [
    'a named failure, with its facts',
    raised(new PartnerError('RATE_LIMITED', 'Too many.', { ...facts, requiredScope: undefined })),
    { message: 'Too many.', path, extensions: { code: 'RATE_LIMITED', ...facts } },
  ],
  [
    'of a document, with the message and the places',
    invalid,
    {
      message: 'Cannot query field "nothing" on type "Query".',
      locations: [{ line: 1, column: 3 }],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ],
  [
    'one with a code, its positions in the text, and other extensions',
    new GraphQLError('Too deep.', {
      source: new Source('{ a }\n{ b }'),
      positions: [8],
      extensions: limit,
    }),
    { message: 'Too deep.', locations: [{ line: 2, column: 3 }], extensions: limit },
  ],
  [
    'null for an argument that must have a value, which the client sent',
    new GraphQLError(missing, { path: ['screen'] }),
    { message: missing, path: ['screen'], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ],
  [
    'a resolver’s GraphQL error that carries a code',
    raised(new GraphQLError('No such page.', { extensions: { code: 'BAD_USER_INPUT', at: 3 } })),
    { message: 'No such page.', path, extensions: { code: 'BAD_USER_INPUT', at: 3 } },
  ],
])(
  'the public form of an error is that of the client, and is not reported: %s',
  (_what, error, shown) => {
    expect(translate(error)).toEqual({ shown, reported: [] });
  },
);

const cause = new TypeError('secret');
const nameless = new GraphQLError('secret');
const outside = new GraphQLError('secret', {
  originalError: cause,
  extensions: { code: 'INVENTED' },
});

it.each<[string, GraphQLError, unknown]>([
  ['C21: anything else', raised(cause), cause],
  ['C21: a fault outside any field', outside, cause],
  ['a resolver’s GraphQL error without a code', raised(nameless), nameless],
  ...[
    // Execution itself refuses a result: no fault of the client.
    'Cannot return null for non-nullable field Screen.name.',
    ...['No Argument "id" here.', 'Argument "" here.', 'Argument "id".'],
  ].map((message): [string, GraphQLError, unknown] => {
    const error = new GraphQLError(message, { path });
    return [message, error, error];
  }),
])(
  'the public form of an error is masked, and it is reported as it is: %s',
  (_what, error, reported) => {
    expect(translate(error)).toEqual({
      shown: {
        message: 'Internal error. It is logged under the id id-7.',
        ...(error.path && { path }),
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
      reported: [reported],
    });
  },
);

it.each([
  [30, 30],
  [0.3, 0.3],
  [28.7654321, 28.8],
  [1.2001, 1.2],
  [299.99999999999994, 300],
  [0, 0],
])('a wait of %d seconds is shown as %d: one decimal, rounded up', (retryAfterSeconds, shown) => {
  const error = raised(
    new PartnerError('RATE_LIMITED', 'Too many.', { status: 429, retryAfterSeconds }),
  );
  expect(translate(error).shown.extensions).toMatchObject({ retryAfterSeconds: shown });
});

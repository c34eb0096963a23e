import { GraphQLError, parse, Source, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { publicError } from '../../src/graphql/error.js';
import { schema } from '../../src/graphql/schema.js';
import { PartnerError } from '../../src/partner/error.js';

const raised = (originalError: Error): GraphQLError =>
  new GraphQLError(originalError.message, { path: ['screens', 0], originalError });

/** The public form, and what was reported on the way. */
function translate(error: GraphQLError) {
  const reported: unknown[] = [];
  const shown = publicError(error, (unknown) => {
    reported.push(unknown);
    return 'id-7';
  });
  return { shown: shown.toJSON(), reported };
}

describe('the public form of an error', () => {
  it('of a named failure has its code and what is known of it, and is not reported', () => {
    const facts = {
      status: 429,
      operation: 'partnerV1_screens',
      requestId: 'req_1',
      upstreamCode: 'quota',
      details: { a: 1 },
      retryAfterSeconds: 2.5,
    };
    const unknown = { requiredScope: undefined };
    const { shown, reported } = translate(
      raised(new PartnerError('RATE_LIMITED', 'Too many.', { ...facts, ...unknown })),
    );
    expect(shown).toEqual({
      message: 'Too many.',
      path: ['screens', 0],
      extensions: { code: 'RATE_LIMITED', ...facts },
    });
    expect(reported).toEqual([]);
  });

  it('C21: of anything else is masked, and reported as it is', () => {
    const cause = new TypeError('secret');
    const { shown, reported } = translate(raised(cause));
    expect(shown.message).toBe('Internal error. It is logged under the id id-7.');
    expect(shown.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    expect(reported).toEqual([cause]);
  });

  it('of a result that execution itself refuses is masked: it is no fault of the client', () => {
    const { shown, reported } = translate(
      new GraphQLError('Cannot return null for non-nullable field Screen.name.', {
        path: ['screens', 0, 'name'],
      }),
    );
    expect(shown.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    expect(reported).toHaveLength(1);
  });

  it('of a document or its variables keeps the message and the places', () => {
    const [error] = validate(schema, parse('{ nothing }'));
    if (error === undefined) throw new Error('The document is valid.');
    const { shown, reported } = translate(error);
    expect(shown).toEqual({
      message: 'Cannot query field "nothing" on type "Query".',
      locations: [{ line: 1, column: 3 }],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    expect(reported).toEqual([]);
  });

  it('keeps a code that was given already', () => {
    const limit = new GraphQLError('Too deep.', { extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } });
    expect(translate(limit).shown.extensions).toEqual({ code: 'OPERATION_LIMIT_EXCEEDED' });
  });

  it('keeps the positions in the text of the document, and a code’s other extensions', () => {
    const source = new Source('{ a }\n{ b }');
    const limit = new GraphQLError('Too deep.', {
      source,
      positions: [8],
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 400 } },
    });
    const { shown } = translate(limit);
    expect(shown).toEqual({
      message: 'Too deep.',
      locations: [{ line: 2, column: 3 }],
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 400 } },
    });
  });

  it('of null for an argument that must have a value is about what the client sent', () => {
    const message = 'Argument "id" of non-null type "ID!" must not be null.';
    const { shown, reported } = translate(new GraphQLError(message, { path: ['screen'] }));
    expect(shown).toEqual({ message, path: ['screen'], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    expect(reported).toEqual([]);
  });

  it.each(['No Argument "id" here.', 'Argument "" here.', 'Argument "id".'])(
    'of a field that says something else is masked: %s',
    (message) => {
      const error = new GraphQLError(message, { path: ['screen'] });
      const { shown, reported } = translate(error);
      expect(shown.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
      expect(reported).toEqual([error]);
    },
  );

  it('of a resolver’s GraphQL error is the code that it carries, or masked where it carries none', () => {
    const named = new GraphQLError('No such page.', { extensions: { code: 'BAD_USER_INPUT', at: 3 } });
    expect(translate(raised(named))).toEqual({
      shown: {
        message: 'No such page.',
        path: ['screens', 0],
        extensions: { code: 'BAD_USER_INPUT', at: 3 },
      },
      reported: [],
    });
    const nameless = new GraphQLError('secret');
    const { shown, reported } = translate(raised(nameless));
    expect(shown.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    expect(reported).toEqual([nameless]);
  });

  it('C21: of a fault outside any field is masked too', () => {
    const cause = new TypeError('secret');
    const { shown, reported } = translate(
      new GraphQLError('secret', { originalError: cause, extensions: { code: 'INVENTED' } }),
    );
    expect(shown).toEqual({
      message: 'Internal error. It is logged under the id id-7.',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
    expect(reported).toEqual([cause]);
  });
});

import { GraphQLError, parse, validate } from 'graphql';
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
});

import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../../src/operation/status.js';

type Data = Parameters<typeof statusOf>[0];

/** An error at a root field, or of the whole operation. */
const errorAt = (
  field: string | undefined,
  code: string,
  retryAfterSeconds?: unknown,
): GraphQLError =>
  new GraphQLError('refused', {
    path: field === undefined ? null : [field],
    extensions: { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  });

const refused = errorAt('a', 'UNAUTHENTICATED');
const refusedWhole = errorAt(undefined, 'UNAUTHENTICATED');
const limited = errorAt('a', 'RATE_LIMITED');
const unauthorized = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };

/** docs/errors.md, "HTTP status". */
describe('the status of a result without data', () => {
  it.each<[string, Data, readonly GraphQLError[], object | undefined]>([
    ['no error', { a: null }, [], undefined],
    ['no credential', { a: null }, [refused], unauthorized],
    ['no credential, and nothing executed: null', null, [refusedWhole], unauthorized],
    ['no credential, and no data at all', undefined, [refusedWhole], unauthorized],
    ['no quota', { a: null }, [limited], { status: 429 }],
    ['both', { a: null, b: null }, [limited, errorAt('b', 'UNAUTHENTICATED')], unauthorized],
    ['another reason', { a: null }, [errorAt('a', 'NOT_FOUND')], undefined],
    ['one of two fields', { a: null, b: null }, [refused, errorAt('b', 'NOT_FOUND')], undefined],
    ['a reason without a code', { a: null }, [new GraphQLError('x', { path: ['a'] })], undefined],
  ])('%s', (_what, data, errors, expected) => {
    expect(statusOf(data, errors)).toEqual(expected);
  });

  it.each<[string, Data, boolean]>([
    ['the name of a type as the only value', { a: null, b: 'Query' }, true],
    ['a record beside it', { a: null, b: { id: '1' } }, false],
    ['null without an error, which was read', { a: null, b: null }, false],
    ['an object in the field', { a: { b: null } }, false],
    ['a text in the field', { a: 'Query' }, false],
    ['a list of nulls', { a: [null, null] }, true],
    ['an empty list, which was read', { a: [] }, false],
    ['a list with one entry', { a: [null, { id: '1' }] }, false],
  ])('%s', (_what, data, isRefusal) => {
    expect(statusOf(data, [refused])).toEqual(isRefusal ? unauthorized : undefined);
  });
});

it.each<[readonly unknown[], string | undefined]>([
  [[7], '7'],
  [[7, 30, 8], '30'],
  [[undefined, 7], '7'],
  [[0], '0'],
  [[1.2], '2'],
  [['60', null, 5], '5'],
  [['60'], undefined],
])('Retry-After of the waits %j is %s: the greatest number, rounded up', (waits, expected) => {
  const errors = waits.map((wait) => errorAt('a', 'RATE_LIMITED', wait));
  const headers = expected === undefined ? {} : { headers: { 'Retry-After': expected } };
  expect(statusOf({ a: null }, errors)).toEqual({ status: 429, ...headers });
});

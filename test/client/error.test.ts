import { describe, expect, expectTypeOf, it } from 'vitest';
import { errorCodes, hasCode, isPartnerError, partnerErrors } from '../../src/client/index.js';

const limited = {
  message: 'partnerV1_screens was refused.',
  path: ['screens'],
  extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 2 },
};
const missing = { message: 'There is no such screen.', path: ['screen'], extensions: { code: 'NOT_FOUND' } };
const foreign = { message: 'A proxy error.', extensions: { code: 'PROXY_SAYS_NO' } };

describe('isPartnerError', () => {
  it.each(errorCodes)('knows %s', (code) => {
    expect(isPartnerError({ message: '', extensions: { code } })).toBe(true);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'RATE_LIMITED'],
    ['no message', { extensions: { code: 'NOT_FOUND' } }],
    ['no extensions', { message: 'x' }],
    ['extensions that are null', { message: 'x', extensions: null }],
    ['no code', { message: 'x', extensions: {} }],
    ['a code of another server', foreign],
    ['a code in lower case', { message: 'x', extensions: { code: 'not_found' } }],
  ])('rejects %s', (_name, value) => {
    expect(isPartnerError(value)).toBe(false);
  });
});

describe('hasCode', () => {
  it('narrows the code to the given one', () => {
    const [error] = partnerErrors({ errors: [limited] });
    expect(hasCode(error, 'NOT_FOUND')).toBe(false);
    if (!hasCode(error, 'RATE_LIMITED')) throw new Error('The code was not found.');
    expectTypeOf(error.extensions.code).toEqualTypeOf<'RATE_LIMITED'>();
    expect(error.extensions.retryAfterSeconds).toBe(2);
  });

  it('narrows to one of several', () => {
    if (!hasCode(missing, 'FORBIDDEN', 'NOT_FOUND')) throw new Error('The code was not found.');
    expectTypeOf(missing.extensions.code).toExtend<'FORBIDDEN' | 'NOT_FOUND'>();
  });

  it('is false for an error of another server', () => {
    expect(hasCode(foreign, 'NOT_FOUND')).toBe(false);
    expect(hasCode(new Error('x'), 'NOT_FOUND')).toBe(false);
  });
});

describe('partnerErrors', () => {
  const errors = [limited, missing];

  it.each([
    ['a result', { data: null, errors }],
    ['CombinedGraphQLErrors of Apollo Client', Object.assign(new Error('x'), { errors, data: null })],
    ['a result of Apollo Client', { data: undefined, error: Object.assign(new Error('x'), { errors }) }],
    ['CombinedError of urql', Object.assign(new Error('x'), { graphQLErrors: errors })],
    ['a result of urql', { data: null, error: Object.assign(new Error('x'), { graphQLErrors: errors }) }],
    [
      'ClientError of graphql-request',
      Object.assign(new Error('x'), { response: { status: 200, errors }, request: { query: '{ x }' } }),
    ],
    ['an error of Relay’s network layer', Object.assign(new Error('x'), { source: { errors } })],
    ['an error that wraps one of them', new Error('x', { cause: { response: { errors } } })],
  ])('finds the errors in %s, in their order', (_name, result) => {
    expect(partnerErrors(result)).toEqual(errors);
  });

  it('accepts one error', () => {
    expect(partnerErrors(missing)).toEqual([missing]);
  });

  it('uses the code as the message that Relay’s @catch omits', () => {
    const { path, extensions } = missing;
    expect(partnerErrors({ ok: false, errors: [{ path, extensions }] })).toEqual([
      { path, extensions, message: 'NOT_FOUND' },
    ]);
  });

  it('omits errors of other servers', () => {
    expect(partnerErrors({ errors: [foreign, missing, null, 'x'] })).toEqual([missing]);
  });

  it.each([
    ['undefined', undefined],
    ['a text', 'x'],
    ['a result without errors', { data: { organization: null } }],
    ['errors that are not a list', { errors: 'x' }],
    ['a failed connection', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
  ])('finds no errors in %s', (_name, result) => {
    expect(partnerErrors(result)).toEqual([]);
  });

  it('ends on an error that is its own cause', () => {
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    expect(partnerErrors(circle)).toEqual([]);
  });
});

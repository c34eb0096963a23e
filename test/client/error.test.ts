import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  dataOf,
  type ErrorCode,
  errorCodes,
  hasCode,
  isPartnerError,
  partnerErrors,
  ResultError,
} from '../../src/client/index.js';
import { thrownBy } from '../examples/thrown.js';

const limited = {
  message: 'partnerV1_screens was refused.',
  path: ['screens'],
  extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 2 },
};
const missing = {
  message: 'There is no such screen.',
  path: ['screen'],
  extensions: { code: 'NOT_FOUND' },
};
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
    [
      'CombinedGraphQLErrors of Apollo Client',
      Object.assign(new Error('x'), { errors, data: null }),
    ],
    [
      'a result of Apollo Client',
      { data: undefined, error: Object.assign(new Error('x'), { errors }) },
    ],
    ['CombinedError of urql', Object.assign(new Error('x'), { graphQLErrors: errors })],
    [
      'a result of urql',
      { data: null, error: Object.assign(new Error('x'), { graphQLErrors: errors }) },
    ],
    [
      'ClientError of graphql-request',
      Object.assign(new Error('x'), {
        response: { status: 200, errors },
        request: { query: '{ x }' },
      }),
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

const refused = {
  message: 'HTTP 403: the credential lacks scope screens:read.',
  path: ['screens'],
  extensions: { code: 'FORBIDDEN', status: 403, requiredScope: 'screens:read' },
};
describe('ResultError', () => {
  it('is an error with the message, code, path and scope of its entry', () => {
    const error = new ResultError(refused);
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain(`ResultError: ${refused.message}`);
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      path: ['screens'],
      requiredScope: 'screens:read',
    });
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode | undefined>();
  });

  it('is found by hasCode and partnerErrors', () => {
    const error: unknown = new ResultError(refused);
    expect(hasCode(error, 'FORBIDDEN') && error.extensions.status).toBe(403);
    expect(partnerErrors(error)).toEqual([error]);
  });

  it('has no code for an entry of another server', () => {
    const { code, message, extensions } = new ResultError(foreign);
    expect({ code, message, extensions }).toEqual({ code: undefined, ...foreign });
  });

  it('has the code as its message where a client omits the message', () => {
    const { extensions, path } = refused;
    expect(new ResultError({ extensions, path }).message).toBe('FORBIDDEN');
    expect(new ResultError({}).message).toBe('The field has no data.');
  });
});

describe('dataOf', () => {
  const data = { screens: { nodes: [{ name: 'Gleis 1' }] } };

  it('gives the data of a result without errors, never null', () => {
    const result: { data: typeof data | null; errors?: object[] } = { data };
    expectTypeOf(dataOf(result)).toEqualTypeOf<typeof data>();
    expect(dataOf(result)).toBe(data);
    expect(dataOf({ data, error: undefined })).toBe(data);
  });

  const errors = [refused, missing];

  it.each([
    ['a result with data', { data, errors }],
    ['a result without data', { errors }],
    ['a result of Apollo Client', { data, error: Object.assign(new Error('x'), { errors }) }],
    [
      'a result of urql',
      { data: null, error: Object.assign(new Error('x'), { graphQLErrors: errors }) },
    ],
  ])('throws the first error of %s', (_name, result) => {
    const thrown = thrownBy(() => dataOf<unknown>(result));
    expect(thrown).toBeInstanceOf(ResultError);
    expect(thrown).toMatchObject({
      code: 'FORBIDDEN',
      path: ['screens'],
      requiredScope: 'screens:read',
    });
  });

  it.each([
    ['an error of another server', { data, errors: [foreign] }, foreign],
    ['a failed connection', { data: undefined, error: missing.message }, missing.message],
  ])('throws %s as the cause', (_name, result, cause) => {
    expect(thrownBy(() => dataOf<unknown>(result))).toMatchObject({ cause });
  });

  it('throws where there is no data', () => {
    expect(() => dataOf({ data: null })).toThrow('no data');
  });
});

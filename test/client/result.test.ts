import { describe, expect, expectTypeOf, it } from 'vitest';
import { dataOf, type ErrorCode, hasCode, partnerErrors, ResultError } from '../../src/client/index.js';
import { thrownBy } from '../examples/thrown.js';

const refused = {
  message: 'HTTP 403: the credential lacks scope screens:read.',
  path: ['screens'],
  extensions: { code: 'FORBIDDEN', status: 403, requiredScope: 'screens:read' },
};
const missing = { message: 'There is no such screen.', path: ['screen'], extensions: { code: 'NOT_FOUND' } };
const foreign = { message: 'A proxy error.', extensions: { code: 'PROXY_SAYS_NO' } };

describe('ResultError', () => {
  it('is an error with the message, code, path and scope of its entry', () => {
    const error = new ResultError(refused);
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain(`ResultError: ${refused.message}`);
    expect(error).toMatchObject({ code: 'FORBIDDEN', path: ['screens'], requiredScope: 'screens:read' });
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
    ['a result of urql', { data: null, error: Object.assign(new Error('x'), { graphQLErrors: errors }) }],
  ])('throws the first error of %s', (_name, result) => {
    const thrown = thrownBy(() => dataOf<unknown>(result));
    expect(thrown).toBeInstanceOf(ResultError);
    expect(thrown).toMatchObject({ code: 'FORBIDDEN', path: ['screens'], requiredScope: 'screens:read' });
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

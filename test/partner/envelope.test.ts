import { describe, expect, it } from 'vitest';
import { paginationSchema, readEnvelope } from '../../src/partner/envelope.js';

describe('the error envelope', () => {
  it('contract, "ErrorEnvelope": code, message, requestId and details are read', () => {
    expect(
      readEnvelope({
        error: {
          code: 'not_found',
          message: 'No such screen.',
          requestId: 'req_1',
          details: { kind: 'screen', at: [1] },
        },
      }),
    ).toEqual({
      upstreamCode: 'not_found',
      message: 'No such screen.',
      requestId: 'req_1',
      details: { kind: 'screen', at: [1] },
    });
  });

  it('B30: what is no envelope tells nothing', () => {
    for (const body of [undefined, null, 'text', 7, [], {}, { error: null }, { error: 'x' }, { error: [] }])
      expect(Object.values(readEnvelope(body)).filter((value) => value !== undefined)).toEqual([]);
  });

  it('B30: an unusable member is left out, the others stay', () => {
    expect(readEnvelope({ error: { code: 7, message: 'told', requestId: null, details: 'x' } })).toEqual({
      upstreamCode: undefined,
      message: 'told',
      requestId: undefined,
      details: undefined,
    });
    expect(readEnvelope({ error: { code: 'c', message: '', requestId: 'r', details: [1] } })).toMatchObject({
      upstreamCode: 'c',
      message: undefined,
      requestId: 'r',
      details: undefined,
    });
  });

  it('B30: texts are cleaned of control characters and bounded', () => {
    const { message, requestId } = readEnvelope({
      error: { message: `a\r\nSet-Cookie: x\u202e\u0000b`, requestId: 'x'.repeat(1_000_000) },
    });
    expect(message).toBe('a Set-Cookie: x b');
    expect(requestId).toHaveLength(200);
  });

  it('B30: details above 16 KiB are left out whole', () => {
    const details = (length: number) => ({ error: { details: { text: 'x'.repeat(length) } } });
    expect(readEnvelope(details(16_000)).details).toEqual({ text: 'x'.repeat(16_000) });
    expect(readEnvelope(details(17_000)).details).toBeUndefined();
  });

  it('B10: a key __proto__ in details is never assigned', () => {
    const body: unknown = JSON.parse('{"error":{"details":{"__proto__":{"polluted":true},"kind":"x"}}}');
    const { details } = readEnvelope(body);
    expect(details).toEqual({ kind: 'x' });
    expect(Object.getPrototypeOf(details)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('pagination', () => {
  const good = { page: 1, limit: 20, total: 41, totalPages: 3 };

  it('contract, "Pagination": page, limit, total and totalPages', () => {
    expect(paginationSchema.parse(good)).toEqual(good);
    expect(paginationSchema.parse({ page: 1, limit: 100, total: 0, totalPages: 0 })).toBeDefined();
  });

  it.each([
    ['page', [0, -1, 1.5, '1', null]],
    ['limit', [0, 101, 1.5, '20', null]],
    ['total', [-1, 1.5, '41', 2 ** 31, null]],
    ['totalPages', [-1, 1.5, '3', 2 ** 31, null]],
  ] as const)('E5: %s out of its range is refused', (name, values) => {
    for (const value of values)
      expect(paginationSchema.safeParse({ ...good, [name]: value }).success, String(value)).toBe(false);
    expect(paginationSchema.safeParse({ ...good, [name]: undefined }).success).toBe(false);
  });
});

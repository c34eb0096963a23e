import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// The schema defines the collections, whose types are those of global ids.
import '../../src/graphql/schema.js';
import { type PageArguments, readPageArguments } from '../../src/graphql/read-connection.js';
import { decodeCursor, encodeCursor } from '../../src/paging/cursor.js';
import { PartnerError } from '../../src/partner/error.js';

const place = { limit: 20, page: 2, index: 3, count: 20, total: 240, id: 'scr_1' };
const cursor = encodeCursor('screens', place);
const decode = (text: string) => decodeCursor('screens', text);
const read = (args: PageArguments) =>
  readPageArguments(args, decode, { isExported: false }, { maxPageSize: 1000 }, 100);

describe('the arguments of a connection', () => {
  it.each<[string, PageArguments, object]>([
    ['nothing: 20 from the start', {}, { direction: 'forward', size: 20, from: undefined }],
    [
      'nulls are nothing',
      { first: null, after: null, last: null, before: null, page: null },
      { size: 20 },
    ],
    ['first', { first: 0 }, { direction: 'forward', size: 0, from: undefined }],
    ['first at its largest', { first: 1000 }, { direction: 'forward', size: 1000 }],
    ['after', { after: cursor }, { direction: 'forward', size: 20, from: place }],
    [
      'first and after',
      { first: 7, after: cursor },
      { direction: 'forward', size: 7, from: place },
    ],
    ['last', { last: 1000 }, { direction: 'backward', size: 1000, from: undefined }],
    ['before', { before: cursor }, { direction: 'backward', size: 20, from: place }],
    [
      'last and before',
      { last: 7, before: cursor },
      { direction: 'backward', size: 7, from: place },
    ],
  ])('%s', (_what, args, expected) => {
    expect(read(args)).toMatchObject(expected);
  });

  it('page goes with first of 1 to 100, and 20 without', () => {
    expect(read({ page: 1 })).toEqual({ page: 1, limit: 20 });
    expect(read({ page: 7, first: 1 })).toEqual({ page: 7, limit: 1 });
    expect(read({ page: 2 ** 31 - 1, first: 100 })).toEqual({ page: 2 ** 31 - 1, limit: 100 });
  });

  it('A16: any mix is a request within the ranges of the contract, or BAD_USER_INPUT', () => {
    const int = fc.option(fc.oneof(fc.integer({ min: -3, max: 1003 }), fc.maxSafeInteger()), {
      nil: undefined,
    });
    const text = fc.option(fc.oneof(fc.constant(cursor), fc.string()), { nil: undefined });
    const args = fc.record({ first: int, after: text, last: int, before: text, page: int });
    fc.assert(
      fc.property(args, (given) => {
        try {
          const request = read(given);
          if ('page' in request) {
            expect(request.page).toBeGreaterThanOrEqual(1);
            expect(request.limit >= 1 && request.limit <= 100).toBe(true);
          } else {
            const { size } = request;
            expect(size !== 'all' && size >= 0 && size <= 1000).toBe(true);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PartnerError);
          expect((error as PartnerError).code).toBe('BAD_USER_INPUT');
        }
      }),
    );
  });
});

it.each<[PageArguments, RegExp]>([
  [{ first: -1 }, /first is -1, and must be 0 to 1000 \(MAX_PAGE_SIZE\)/],
  [{ last: 1001 }, /last is 1001, and must be 0 to 1000 \(MAX_PAGE_SIZE\)/],
  [{ first: 1, last: 1 }, /first and last cannot be combined/],
  [{ first: 1, before: cursor }, /first goes with after/],
  [{ last: 1, after: cursor }, /last goes with before/],
  [{ after: cursor, before: cursor }, /after and before cannot be combined/],
  [{ page: 0 }, /page is 0, and must be 1 or more/],
  [{ page: 1, first: 101 }, /first is 101, and must be 1 to 100/],
  [{ page: 1, last: 1 }, /page goes with first alone/],
  [{ page: 1, after: cursor }, /page goes with first alone/],
  [{ after: 'x' }, /after is "x", which is not a cursor of this connection/],
  [{ before: 'y'.repeat(99) }, /before is "y{60}…"/],
  [{ after: encodeCursor('media', place) }, /not a cursor of this connection/],
])('the message about a wrong argument has its value and what it must be: %j', (args, message) => {
  expect(() => read(args)).toThrow(message);
});

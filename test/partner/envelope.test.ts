import { describe, expect, it } from 'vitest';
import { contradictionsOf, paginationSchema, readEnvelope } from '../../src/partner/envelope.js';

it('B30: details of an error above 16 KiB are left out whole', () => {
  const details = (length: number) => ({ error: { details: { text: 'x'.repeat(length) } } });
  expect(readEnvelope(details(16_000)).details).toEqual({ text: 'x'.repeat(16_000) });
  expect(readEnvelope(details(17_000)).details).toBeUndefined();
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
      expect(paginationSchema.safeParse({ ...good, [name]: value }).success, String(value)).toBe(
        false,
      );
    expect(paginationSchema.safeParse({ ...good, [name]: undefined }).success).toBe(false);
  });
});

describe('totals that contradict what is shown', () => {
  const fieldsOf = (
    numbers: readonly [number, number, number, number],
    shown: number,
  ): string[] => {
    const [page, limit, total, totalPages] = numbers;
    return contradictionsOf({ page, limit, total, totalPages }, shown).map(({ field }) => field);
  };

  it.each<[[number, number, number, number], number]>([
    [[1, 20, 0, 0], 0],
    // How many pages an empty collection has is not shown.
    [[1, 20, 0, 1], 0],
    [[1, 20, 20, 1], 20],
    [[1, 20, 21, 2], 20],
    [[2, 20, 21, 2], 1],
    // Short and empty pages are lawful, and so is a page behind the last one.
    [[1, 20, 500, 25], 0],
    [[2, 20, 500, 25], 3],
    [[1, 100, 10_000_000, 100_000], 7],
    [[9, 20, 21, 2], 0],
  ])('E5: page, limit, total and totalPages of %j fit %i items', (numbers, shown) => {
    expect(fieldsOf(numbers, shown)).toEqual([]);
  });

  it.each<[[number, number, number, number], number, string[]]>([
    [[1, 20, 19, 1], 20, ['total']],
    [[3, 20, 42, 3], 3, ['total']],
    [[9, 20, 21, 2], 20, ['total']],
    // No list is so long.
    [[1, 100, 10_000_001, 100_001], 100, ['total']],
    [[1, 100, 2 ** 31 - 1, 21_474_837], 0, ['total']],
    [[1, 100, 230, 2 ** 31 - 1], 100, ['totalPages']],
    [[1, 20, 20, 2], 20, ['totalPages']],
    [[1, 20, 41, 2], 20, ['totalPages']],
    [[1, 20, 0, 2], 0, ['totalPages']],
    [[1, 20, 5, 0], 20, ['total', 'totalPages']],
  ])(
    'E5: page, limit, total and totalPages of %j contradict %i items',
    (numbers, shown, fields) => {
      expect(fieldsOf(numbers, shown)).toEqual(fields.map((field) => `pagination.${field}`));
    },
  );
});

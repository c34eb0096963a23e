import { describe, expect, it } from 'vitest';
import { type ReadingOptions, SharedReading } from '../../src/loaders/reading.js';
import { PartnerError } from '../../src/partner/error.js';
import { listScreens, type Screen } from '../../src/partner/screen.js';
import { numberedScreen } from '../find/numbered-screen.js';

interface ListOptions {
  /** Screens that the list has, and those that it had when an earlier operation saw it. */
  readonly length: number;
  readonly seen?: number;
  readonly failing?: readonly number[];
  readonly cap?: number;
}

/** A list that counts the pages that are read. */
function createList({ length, seen, failing = [], cap = 100 }: ListOptions) {
  const reads: string[] = [];
  let known: { page: number; limit: number; total: number; totalPages: number } | undefined;
  let maxLimit = 100;
  const list: ReadingOptions<Screen>['list'] = {
    async readPage(page, requested) {
      reads.push(`${page} of ${requested}`);
      await Promise.resolve();
      if (failing.includes(page)) throw new PartnerError('UPSTREAM_UNAVAILABLE', `Page ${page} failed.`);
      const limit = Math.min(requested, cap);
      maxLimit = Math.min(maxLimit, limit);
      known = { page, limit, total: length, totalPages: Math.ceil(length / limit) };
      const from = (page - 1) * limit;
      const items = Array.from(
        { length: Math.max(0, Math.min(limit, length - from)) },
        (_, index) =>
          // It has every member that the contract requires.
          numberedScreen(from + index + 1).record as unknown as Screen,
      );
      return { items, pagination: known };
    },
    maxLimit: () => maxLimit,
    extent: () => known?.total ?? seen,
    known: () => known,
    declareWhole: () => undefined,
    ahead: undefined,
  };
  return { list, reads };
}

const optionsOf = ({ list }: ReturnType<typeof createList>, left = 250) => ({
  endpoint: listScreens,
  list,
  requestsLeft: () => left,
  maxConcurrency: 3,
});

describe('a whole reading', () => {
  it('reads a list whose outdated length exceeds the budget, once its first page shows that it has shrunk', async () => {
    const short = createList({ length: 150, seen: 900 });
    const { records, failure } = await new SharedReading(optionsOf(short, 3)).read(false);
    expect(failure).toBeUndefined();
    expect(records).toHaveLength(150);
    expect(short.reads).toEqual(['1 of 100', '2 of 100']);
  });

  it('is refused after one page where the list is still too long', async () => {
    const long = createList({ length: 900, seen: 900 });
    const { failure } = await new SharedReading(optionsOf(long, 3)).read(false);
    expect(failure).toMatchObject({ code: 'UPSTREAM_BUDGET_EXCEEDED' });
    expect(long.reads).toEqual(['1 of 100']);
  });

  it('follows an upstream that serves smaller pages, and shows each record once', async () => {
    const capped = createList({ length: 95, seen: 95, cap: 40 });
    const { records, pages } = await new SharedReading(optionsOf(capped)).read(false);
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 95 }, (_, index) => `s${index + 1}`));
    expect(pages).toHaveLength(3);
    expect(capped.reads).toEqual(['1 of 100', '2 of 40', '3 of 40']);
  });

  it('requests no further page once one has failed, and reports the failure of the first page', async () => {
    const failing = createList({ length: 1000, seen: 1000, failing: [2, 3] });
    const { failure } = await new SharedReading(optionsOf(failing)).read(false);
    expect(failure?.message).toBe('Page 2 failed.');
    expect(failing.reads).toHaveLength(4);
  });

  it('reads the other pages where a part is useful to anyone', async () => {
    const failing = createList({ length: 1000, seen: 1000, failing: [2] });
    const reading = new SharedReading(optionsOf(failing));
    const first = reading.read(false);
    expect(reading.read(true)).toBe(first);
    const { records, failure } = await first;
    expect(failure?.message).toBe('Page 2 failed.');
    expect(records).toHaveLength(900);
    expect(failing.reads).toHaveLength(10);
  });
});

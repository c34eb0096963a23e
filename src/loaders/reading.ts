import { onGrid, type SourcePage } from '../paging/source.js';
import { asError, PartnerError } from '../partner/error.js';
import type { Identified } from '../partner/collection.js';
import type { ListEndpoint } from '../partner/endpoint.js';
import type { PagedList } from './paged-list.js';

/** Everything that a list shows, read once for all filters, orders and summaries of an operation. */
export interface Reading<T> {
  /** The pages that could be read, in order. */
  readonly pages: readonly SourcePage<T | PartnerError>[];
  /** Each record once, in the order of the list. */
  readonly records: readonly T[];
  /** An error for each record that breaks the contract. */
  readonly broken: readonly PartnerError[];
  /** Why a page could not be read; undefined where all were. */
  readonly failure: PartnerError | undefined;
}

/** What a reading needs of its list. */
export interface ReadingOptions<T> {
  readonly endpoint: ListEndpoint<T>;
  readonly list: Pick<PagedList<T>, 'readPage' | 'maxLimit' | 'extent'>;
  /** REST requests that the operation may still spend. */
  readonly requestsLeft: () => number;
}

type Pages<T> = Map<number, SourcePage<T | PartnerError>>;

/** Reads a list whole; see `readAllPages`. */
export async function readWhole<T extends Identified>(options: ReadingOptions<T>): Promise<Reading<T>> {
  return toReading(await readAllPages(options));
}

/**
 * Reads all pages of a list together. Where its length is unknown, the first page shows it. Of a list that would exceed the
 * budget no further page is read.
 */
export async function readAllPages<T>(
  options: ReadingOptions<T>,
): Promise<Pick<Reading<T>, 'pages' | 'failure'>> {
  const pages: Pages<T> = new Map();
  let failure: PartnerError | undefined;
  for (let missing = missingPages(options, pages); missing.length > 0 && failure === undefined;) {
    failure = checkBudget(options, missing.length) ?? (await readPages(options, pages, missing));
    missing = missingPages(options, pages);
  }
  return { pages: inOrder(pages, options.list.maxLimit()), failure };
}

const inOrder = <T>(read: Pages<T>, limit: number): Reading<T>['pages'] =>
  [...read]
    .filter(([, { pagination }]) => pagination.limit === limit)
    .sort(([a], [b]) => a - b)
    .map(([number, page]) => onGrid(page, number));

/** Pages of the present grid that are not read. An upstream that serves smaller pages than requested changes the grid. */
function missingPages<T>({ list }: ReadingOptions<T>, pages: Pages<T>): readonly number[] {
  const limit = list.maxLimit();
  const count = Math.max(1, Math.ceil((list.extent() ?? 0) / limit));
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers.filter((page) => pages.get(page)?.pagination.limit !== limit);
}

/** @returns the first failure, in the order of the pages */
async function readPages<T>(
  { list }: ReadingOptions<T>,
  pages: Pages<T>,
  numbers: readonly number[],
): Promise<PartnerError | undefined> {
  const limit = list.maxLimit();
  const outcomes = await Promise.allSettled(numbers.map((page) => list.readPage(page, limit)));
  let failure: Error | undefined;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') failure ??= asError(outcome.reason);
    else pages.set(numbers[index] ?? 1, outcome.value);
  }
  if (failure === undefined || failure instanceof PartnerError) return failure;
  throw failure;
}

function checkBudget<T>(
  { endpoint, requestsLeft }: ReadingOptions<T>,
  pages: number,
): PartnerError | undefined {
  const left = requestsLeft();
  if (pages <= left) return undefined;
  const message =
    `${endpoint.id} was not read whole: it has ${pages} more pages, and the operation may send ${left} more REST requests ` +
    '(MAX_UPSTREAM_REQUESTS). Find in fewer lists at once, or ask the operator for a larger budget.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}

function toReading<T extends Identified>({
  pages,
  failure,
}: Pick<Reading<T>, 'pages' | 'failure'>): Reading<T> {
  const records: T[] = [];
  const broken: PartnerError[] = [];
  const ids = new Set<string>();
  for (const item of pages.flatMap(({ items }) => items)) {
    if (item instanceof PartnerError) broken.push(item);
    else if (ids.size < ids.add(item.id).size) records.push(item);
  }
  return { pages, records, broken, failure };
}

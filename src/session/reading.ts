import pMap from 'p-map';
import { addNew } from '../base/add-new.js';
import { onGrid, type SourcePage } from '../paging/place.js';
import { asError, PartnerError } from '../partner/error.js';
import type { PagedList } from './paged-list.js';

/**
 * Everything that a list shows, read once for all filters, orders and summaries of an operation.
 */
export interface Reading<T> {
  /** The pages that could be read, in order. */
  readonly pages: readonly SourcePage<T | PartnerError>[];
  /** In the order of the list, each once where its id is its own. */
  readonly records: readonly T[];
  /** An error for each record that breaks the contract. */
  readonly broken: readonly PartnerError[];
  /** Why a page could not be read; undefined where all were. */
  readonly failure: PartnerError | undefined;
}

/**
 * Everything that a list shows, read once for the operation. A record that is looked up meanwhile
 * is found there.
 *
 * @throws PartnerError why a page could not be read
 */
export async function readWhole<T>(list: PagedList<T>): Promise<Reading<T>> {
  const reading = await readOnce(list);
  if (reading.failure !== undefined) throw reading.failure;
  return reading;
}

/** As `readWhole`, but where a page cannot be read the others are, and `failure` says why. */
export function readAvailable<T>(list: PagedList<T>): Promise<Reading<T>> {
  list.needPart();
  return readOnce(list);
}

const readOnce = <T>(list: PagedList<T>): Promise<Reading<T>> =>
  list.reader.memory.once(`reading ${list.path}`, () => {
    const begun = readAllPages(list).then((read) => toReading(list, read));
    list.waitFor(begun.catch(() => undefined));
    return begun;
  });

/** By their number. */
type Pages<T> = (SourcePage<T | PartnerError> | undefined)[];

/** What could be read of a list, before broken and repeated items are taken out of its records. */
type ReadPages<T> = Pick<Reading<T>, 'pages' | 'failure'>;

/**
 * Reads all pages of a list together. Where its length is unknown, the first page shows it. Of a
 * list that would exceed the budget no further page is read.
 */
export async function readAllPages<T>(list: PagedList<T>): Promise<ReadPages<T>> {
  // Smaller pages that the operation needs of it are then cut from these.
  list.planWhole();
  const pages: Pages<T> = [];
  let failure: PartnerError | undefined;
  let missing = countMissing(list, pages);
  while (missing > 0 && failure === undefined) {
    failure = checkPageBudget(list, missing);
    failure ??= await readEach(list, pages, firstMissing(list, pages, missing));
    missing = countMissing(list, pages);
  }
  return { pages: ofGrid(pages, list.maxLimit()), failure };
}

const ofGrid = <T>(pages: Pages<T>, limit: number): Reading<T>['pages'] =>
  pages.flatMap((page, number) => (page?.pagination.limit === limit ? onGrid(page, number) : []));

/**
 * Pages of the present grid. An upstream that serves smaller pages than requested changes the grid.
 */
const countPages = <T>(list: PagedList<T>): number =>
  Math.max(1, Math.ceil((list.extent() ?? 0) / list.maxLimit()));

/**
 * How many of them are to be read next. The list may claim any number: it is compared with the
 * budget before they are listed.
 */
function countMissing<T>(list: PagedList<T>, pages: Pages<T>): number {
  const count = countPages(list);
  // The list may have shrunk since an earlier operation saw it: its first page shows whether it is
  // still too long.
  if (list.known() === undefined && count > list.reader.requests.requestsLeft) return 1;
  const limit = list.maxLimit();
  const isRead = (page: Pages<T>[number], number: number): boolean =>
    number <= count && page?.pagination.limit === limit;
  return count - pages.filter(isRead).length;
}

/** The numbers of the first pages of the present grid that are not read. */
function firstMissing<T>(list: PagedList<T>, pages: Pages<T>, count: number): readonly number[] {
  const limit = list.maxLimit();
  const numbers: number[] = [];
  for (let number = 1; numbers.length < count; number += 1) {
    if (pages[number]?.pagination.limit !== limit) numbers.push(number);
  }
  return numbers;
}

/**
 * Reads pages together; once one has failed, no further one unless a part is useful.
 *
 * @returns why the first of them failed
 */
async function readEach<T>(
  list: PagedList<T>,
  pages: Pages<T>,
  numbers: readonly number[],
): Promise<PartnerError | undefined> {
  const limit = list.maxLimit();
  const failures = new Map<number, Error>();
  const read = async (number: number): Promise<void> => {
    if (failures.size > 0 && !list.isPartUseful) return;
    // The pages before it may have shown that the list has shrunk.
    if (list.known() !== undefined && number > countPages(list)) return;
    try {
      // Checks the records of each page as it comes: all at once, they would hold up every other
      // operation.
      const { items, pagination } = await list.readPage(number, limit);
      pages[number] = { items, pagination };
    } catch (error) {
      failures.set(number, asError(error));
    }
  };
  await pMap(numbers, read, { concurrency: list.maxConcurrency });
  const [[, failure] = []] = [...failures].sort(([one], [other]) => one - other);
  if (failure === undefined || failure instanceof PartnerError) return failure;
  throw failure;
}

function checkPageBudget<T>(
  { endpoint, reader }: PagedList<T>,
  pages: number,
): PartnerError | undefined {
  const { requestsLeft } = reader.requests;
  if (pages <= requestsLeft) return undefined;
  const message =
    `${endpoint.id} was not read whole: it has ${pages} more pages, and the operation may send ${requestsLeft} more REST ` +
    'requests (MAX_UPSTREAM_REQUESTS). Find in fewer lists at once, or ask the operator for a larger budget.';
  return new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}

function toReading<T>(
  { areIdsUnique, idOf }: PagedList<T>,
  { pages, failure }: ReadPages<T>,
): Reading<T> {
  const records: T[] = [];
  const broken: PartnerError[] = [];
  const ids = new Set<unknown>();
  for (const { items } of pages) {
    for (const item of items) {
      if (item instanceof PartnerError) broken.push(item);
      else if (!areIdsUnique || addNew(ids, idOf(item) ?? item)) records.push(item);
    }
  }
  return { pages, records, broken, failure };
}

import { onGrid, type Source, type SourcePage } from '../paging/source.js';
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

export interface ReadingOptions<T> {
  readonly endpoint: ListEndpoint<T>;
  readonly list: Pick<PagedList<T>, 'extent' | 'declareWhole' | 'ahead'> &
    Pick<Source<T | PartnerError>, 'readPage' | 'maxLimit' | 'known'>;
  /** REST requests that the operation may still spend. */
  readonly requestsLeft: () => number;
  /** Pages that may be in flight together. */
  readonly maxConcurrency: number;
}

/** One whole reading of a list, for all that needs it. A record that is looked up meanwhile is found there. */
export class SharedReading<T extends Identified> {
  private reading: Promise<Reading<T>> | undefined;
  private isPartUseful = false;

  constructor(private readonly options: ReadingOptions<T>) {}

  /** @param isPartUseful whether the caller needs the other pages where one cannot be read */
  read(isPartUseful: boolean): Promise<Reading<T>> {
    this.isPartUseful ||= isPartUseful;
    return (this.reading ??= this.start());
  }

  private start(): Promise<Reading<T>> {
    const { list } = this.options;
    const reading = readAllPages(this.options, () => this.isPartUseful).then(toReading);
    list.ahead = reading.catch(() => undefined);
    return reading;
  }
}

/** Pages by their numbers. */
type Pages<T> = Map<number, SourcePage<T | PartnerError>>;

/** What could be read of a list, before broken and repeated items are taken out of its records. */
type ReadPages<T> = Pick<Reading<T>, 'pages' | 'failure'>;

/**
 * Reads all pages of a list together. Where its length is unknown, the first page shows it. Of a list that would exceed the
 * budget no further page is read.
 *
 * @param isPartUseful whether anyone needs the other pages where one has failed
 */
export async function readAllPages<T>(
  options: ReadingOptions<T>,
  isPartUseful: () => boolean,
): Promise<ReadPages<T>> {
  const { list } = options;
  // Smaller pages that the operation needs of it are then cut from these.
  list.declareWhole();
  const pages: Pages<T> = new Map();
  let failure: PartnerError | undefined;
  for (let missing = missingPages(options, pages); missing.length > 0 && failure === undefined;) {
    failure =
      checkPageBudget(options, missing.length) ?? (await readEach(options, isPartUseful, pages, missing));
    missing = missingPages(options, pages);
  }
  return { pages: inOrder(pages, list.maxLimit()), failure };
}

const inOrder = <T>(read: Pages<T>, limit: number): Reading<T>['pages'] =>
  [...read]
    .filter(([, { pagination }]) => pagination.limit === limit)
    .sort(([a], [b]) => a - b)
    .map(([number, page]) => onGrid(page, number));

/** Pages of the present grid that are not read. An upstream that serves smaller pages than requested changes the grid. */
function missingPages<T>({ list, requestsLeft }: ReadingOptions<T>, pages: Pages<T>): readonly number[] {
  const limit = list.maxLimit();
  const count = Math.max(1, Math.ceil((list.extent() ?? 0) / limit));
  // The list may have shrunk since an earlier operation saw it: its first page shows whether it is still too long.
  if (list.known() === undefined && count > requestsLeft()) return [1];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return numbers.filter((page) => pages.get(page)?.pagination.limit !== limit);
}

/**
 * Reads pages together, in their order. Once one has failed no further page is requested, unless a part of the list is
 * useful.
 *
 * @returns the failure of the first page that failed
 */
async function readEach<T>(
  { list, maxConcurrency }: ReadingOptions<T>,
  isPartUseful: () => boolean,
  pages: Pages<T>,
  numbers: readonly number[],
): Promise<PartnerError | undefined> {
  const limit = list.maxLimit();
  const failures = new Map<number, Error>();
  const waiting = numbers.values();
  const readOn = async (): Promise<void> => {
    for (const number of waiting) {
      try {
        // Checks the records of each page as it comes: all at once, they would hold up every other operation.
        const { items, pagination } = await list.readPage(number, limit);
        pages.set(number, { items, pagination });
      } catch (error) {
        failures.set(number, asError(error));
      }
      if (failures.size > 0 && !isPartUseful()) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, numbers.length) }, readOn));
  const failure = failures.get(Math.min(...failures.keys()));
  if (failure === undefined || failure instanceof PartnerError) return failure;
  throw failure;
}

function checkPageBudget<T>(
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

function toReading<T extends Identified>({ pages, failure }: ReadPages<T>): Reading<T> {
  const records: T[] = [];
  const broken: PartnerError[] = [];
  const ids = new Set<string>();
  for (const { items } of pages)
    for (const item of items) {
      if (item instanceof PartnerError) broken.push(item);
      else if (ids.size < ids.add(item.id).size) records.push(item);
    }
  return { pages, records, broken, failure };
}

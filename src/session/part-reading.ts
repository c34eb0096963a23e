import pMap, { pMapSkip } from 'p-map';
import type { Collection, Identified } from '../partner/collection.js';
import { type Endpoint, fillPath, isUsableId } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import { invalid } from '../rest/response-error.js';
import type { CollectionFacts, CollectionParts } from '../tenant/collection-facts.js';
import type { PagedList } from './paged-list.js';
import { type Reading, readWhole } from './reading.js';
import type { Session } from './session.js';

/**
 * Reads a collection whole, and the parts of its records (the items of a playlist, the one
 * configuration of a screen), as many together as the operation may have in flight.
 */
export class PartReading<T extends Identified, P> {
  /** REST requests that the parts take, those that were saved included. */
  private requests = 0;

  /** @param endpoint reads what belongs to one record, by its id: one record more, or a list */
  constructor(
    private readonly session: Session,
    private readonly collection: Collection<T>,
    private readonly endpoint: Endpoint<P>,
  ) {}

  /**
   * The first failure ends it, since a reading with gaps is none. A record whose part is not found
   * (404) is left out.
   *
   * @throws PartnerError why a page or a part could not be read; UPSTREAM_INVALID_RESPONSE for a
   *   broken record; UPSTREAM_BUDGET_EXCEEDED, before any part is read, where there are more
   *   records than requests left
   */
  async read() {
    const { session, collection, endpoint } = this;
    const list = session.collection(collection);
    const { records } = await readExactly(list);
    const { facts } = list;
    const known = noteRecords(facts, records.length);
    this.checkBudget(records);
    // Scopes are independent and immutable (contract, "Authentication", 4 and 5).
    const isAllowed = endpoint.scope === collection.list.scope || known?.requests !== undefined;
    // One part alone shows whether it is allowed: without the scope every response is a 403
    // (contract, "Authentication", 6), also where the record has no part.
    const aloneCount = isAllowed ? 0 : 1;
    const readParts = (some: readonly T[]) =>
      pMap(some, (record) => this.readPart(record), { concurrency: list.maxConcurrency });
    const alone = await readParts(records.slice(0, aloneCount));
    const others = await readParts(records.slice(aloneCount));
    if (facts !== undefined && known !== undefined) {
      facts.parts = { ...known, requests: this.requests };
    }
    return [...alone, ...others];
  }

  private async readPart(record: T) {
    const { session, collection, endpoint } = this;
    const { id } = record;
    if (!isUsableId(id)) throw invalid(collection.list, 'with a record whose id is unusable');
    // Also where the record says that it is empty: the contract does not say whether `itemCount`
    // counts items that are disabled or hidden.
    if (endpoint.kind === 'list') {
      const { pages, records: parts } = await readExactly(session.list(endpoint, id));
      this.requests += pages.length;
      return { record, parts };
    }
    this.requests += 1;
    try {
      return { record, parts: [await session.get(endpoint, id)] };
    } catch (error) {
      if (error instanceof PartnerError && error.code === 'NOT_FOUND') return pMapSkip;
      throw error;
    }
  }

  /** Parts that the operation has read already cost nothing more. */
  private checkBudget(records: readonly T[]): void {
    const { session, collection, endpoint } = this;
    const { requestsLeft } = session.reader.requests;
    if (records.length <= requestsLeft) return;
    const isUnread = ({ id }: T): boolean =>
      isUsableId(id) && !session.memory.entries.has(fillPath(endpoint, id));
    const unread = records.filter(isUnread).length;
    if (unread <= requestsLeft) return;
    const message =
      `${endpoint.id} was not read: it takes a request for each of ${unread} records of ${collection.list.id}, and the ` +
      `operation may send ${requestsLeft} more REST requests (MAX_UPSTREAM_REQUESTS). Ask the operator for a larger budget.`;
    throw new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
  }
}

/** Throws why a page could not be read, or what breaks the contract. */
async function readExactly<T>(list: PagedList<T>): Promise<Reading<T>> {
  const reading = await readWhole(list);
  const [broken] = reading.broken;
  if (broken !== undefined) throw broken;
  return reading;
}

/** Remembers the number of records. @returns what is known of their parts now */
function noteRecords(
  facts: CollectionFacts | undefined,
  records: number,
): CollectionParts | undefined {
  if (facts === undefined) return undefined;
  const { total, parts } = facts;
  const isCurrent = parts?.total === total && parts.records === records;
  if (!isCurrent) facts.parts = { total, records, requests: undefined };
  return facts.parts;
}

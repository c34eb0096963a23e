import { extentOf } from '../paging/source.js';
import type { Collection, Identified } from '../partner/collection.js';
import type { ListEndpoint, PathParameters, RecordEndpoint } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import { isUsableId } from '../partner/id.js';
import { fillPath } from '../rest/path.js';
import { invalid } from '../rest/response-error.js';
import type { CollectionFacts, CollectionParts } from '../tenant/collection-facts.js';
import { readAllPages } from './reading.js';
import type { Session } from './session.js';

/** Reads what belongs to one record of a collection, by its id: one record more, or a list. */
export type PartEndpoint<P> = RecordEndpoint<P> | ListEndpoint<P>;

/** A record of a collection, and its parts: the items of a playlist, the one configuration of a screen. */
export interface RecordParts<T, P> {
  readonly record: T;
  readonly parts: readonly P[];
}

/** A reading of the parts of one collection. */
interface PartReading<T extends Identified, P> {
  readonly session: Session;
  readonly collection: Collection<T>;
  readonly endpoint: PartEndpoint<P>;
}

/**
 * Reads a collection whole, and the parts of its records, as many together as the operation may have in flight. The first
 * failure ends it, since a reading with gaps is none. A record whose part is not found (404) is left out.
 *
 * @param endpoint its path takes the id of a record
 * @throws PartnerError why a page or a part could not be read; UPSTREAM_INVALID_RESPONSE for a broken record;
 *   UPSTREAM_BUDGET_EXCEEDED, before any part is read, where there are more records than requests left
 */
export async function readParts<T extends Identified, P>(
  session: Session,
  collection: Collection<T>,
  endpoint: PartEndpoint<P>,
): Promise<readonly RecordParts<T, P>[]> {
  const { records, broken, failure } = await session.readWhole(collection, false);
  const reason = failure ?? broken[0];
  if (reason !== undefined) throw reason;
  const reading = { session, collection, endpoint };
  const facts = session.tenant.collections.get(collection.list.path);
  const known = noteRecords(facts, records.length);
  checkPartBudget(reading, records);
  // Scopes are independent and immutable (contract, "Authentication", 4 and 5).
  const isAllowed = endpoint.scope === collection.list.scope || known?.requests !== undefined;
  const read = await readAll(reading, records, isAllowed);
  if (facts !== undefined && known !== undefined)
    facts.parts = { ...known, requests: read.reduce((sum, { requests }) => sum + requests, 0) };
  return records.flatMap((record, index) => {
    const parts = read[index]?.parts;
    return parts === undefined ? [] : [{ record, parts }];
  });
}

/** The parts of one record, undefined where there are none, and the REST requests that they take. */
interface Part<P> {
  readonly parts: readonly P[] | undefined;
  readonly requests: number;
}

/** @param isAllowed whether the credential is known to have the scope; otherwise the first part is read alone */
async function readAll<T extends Identified, P>(
  reading: PartReading<T, P>,
  records: readonly T[],
  isAllowed: boolean,
): Promise<readonly Part<P>[]> {
  const read: Part<P>[] = [];
  const entries = eachEntry(records);
  if (!isAllowed) {
    const first = entries.next();
    // Without the scope every response is a 403 (contract, "Authentication", 6): a 404 shows that it is there.
    if (first.done !== true) read[0] = await readPart(reading, first.value[1]);
  }
  // A failure leaves the loop, which closes the generator and so ends the other readers too.
  const readNext = async (): Promise<void> => {
    for (const [index, record] of entries) read[index] = await readPart(reading, record);
  };
  const { maxConcurrency } = reading.session.readingLimits;
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, records.length) }, readNext));
  return read;
}

function* eachEntry<T>(records: readonly T[]): Generator<readonly [index: number, record: T], void> {
  yield* records.entries();
}

async function readPart<T extends Identified, P>(
  { session, collection, endpoint }: PartReading<T, P>,
  { id }: T,
): Promise<Part<P>> {
  if (!isUsableId(id)) throw invalid(collection.list, 'with a record whose id is unusable', 200);
  const parameters = { [collection.idParameter]: id };
  if (endpoint.kind === 'list') return readItems(session, endpoint, parameters);
  try {
    return { parts: [await session.get(endpoint, parameters)], requests: 1 };
  } catch (error) {
    if (error instanceof PartnerError && error.code === 'NOT_FOUND') return { parts: undefined, requests: 1 };
    throw error;
  }
}

/**
 * Reads a list that belongs to a record, also where the record says that it is empty: the contract does not say whether
 * `itemCount` counts items that are disabled or hidden.
 */
async function readItems<P>(
  session: Session,
  endpoint: ListEndpoint<P>,
  parameters: PathParameters,
): Promise<Part<P>> {
  const list = session.list(endpoint, parameters);
  const { pages, failure } = await readAllPages({ endpoint, list, ...session.readingLimits }, () => false);
  if (failure !== undefined) throw failure;
  const parts: P[] = [];
  for (const item of pages.flatMap(({ items }) => items)) {
    if (item instanceof PartnerError) throw item;
    parts.push(item);
  }
  return { parts, requests: pages.length };
}

/** Remembers the number of records. @returns what is known of their parts now */
function noteRecords(facts: CollectionFacts | undefined, records: number): CollectionParts | undefined {
  if (facts === undefined) return undefined;
  const total = extentOf(facts.pagination);
  const { parts } = facts;
  if (parts?.total !== total || parts.records !== records)
    facts.parts = { total, records, requests: undefined };
  return facts.parts;
}

/** Parts that the operation has read already cost nothing more. */
function checkPartBudget<T extends Identified, P>(
  { session, collection, endpoint }: PartReading<T, P>,
  records: readonly T[],
): void {
  const left = session.readingLimits.requestsLeft();
  if (records.length <= left) return;
  const { memory } = session;
  const pathOf = (id: string): string => fillPath(endpoint.path, { [collection.idParameter]: id });
  const unread = records.filter(({ id }) => isUsableId(id) && !memory.has(pathOf(id))).length;
  if (unread <= left) return;
  const message =
    `${endpoint.id} was not read: it takes a request for each of ${unread} records of ${collection.list.id}, and the ` +
    `operation may send ${left} more REST requests (MAX_UPSTREAM_REQUESTS). Ask the operator for a larger budget.`;
  throw new PartnerError('UPSTREAM_BUDGET_EXCEEDED', message, { operation: endpoint.id });
}

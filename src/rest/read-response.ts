import { z } from 'zod';
import { parseJson } from '../base/json.js';
import { findDrift } from '../partner/drift.js';
import type { Endpoint, ListEndpoint } from '../partner/endpoint.js';
import { contradictionsOf, paginationSchema } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import { compileExact } from '../partner/exact.js';
import { mayHold, scrub } from '../partner/scrub.js';
import { boundedBody, jsonLimits } from './bounded-json.js';
import { findItemBounds, ItemTexts } from './lazy-page.js';
import { Page, ParsedItems } from './page.js';
import type { DriftFound } from './request-report.js';
import { errorOfStatus, invalid, isJsonType } from './response-error.js';
import { asBuffer } from './transport/decode-body.js';
import type { RestResponse } from './transport/transport.js';

/** How a page is parsed: all of it at once, or each item when it is first needed. */
export type PageForm = 'whole' | 'lazy';

interface ParsedRecord {
  readonly record: unknown;
  /** False where the response deviates from the contract. */
  readonly isExact: boolean;
}

export type Parsed = ParsedRecord | Page<unknown>;

/** What the readers of a response get. */
export const valueOf = (parsed: Parsed): unknown => ('record' in parsed ? parsed.record : parsed);

/**
 * @throws PartnerError by the status; UPSTREAM_INVALID_RESPONSE for a 200 that breaks the contract
 */
export function readResponse(
  endpoint: Endpoint,
  pageForm: PageForm,
  response: RestResponse,
  drift: DriftFound,
): Parsed {
  if (endpoint.kind === 'list') {
    const read = pageForm === 'lazy' ? readLazyPage : readPage;
    return read(endpoint, response, drift);
  }
  const { data } = readBody(endpoint, response, recordBody);
  const record = checkRecord(endpoint, data, drift);
  if (record instanceof PartnerError) throw record;
  return { record, isExact: record === data };
}

export function readPage<T>(
  endpoint: ListEndpoint<T>,
  response: RestResponse,
  drift: DriftFound,
): Page<T> {
  const { data, pagination } = readBody(endpoint, response, pageBody);
  if (data.length > pagination.limit) {
    throw invalid(endpoint, `with ${data.length} items on a page of ${pagination.limit}`);
  }
  const contradictions = contradictionsOf(pagination, data.length);
  for (const contradiction of contradictions) drift(endpoint, contradiction);
  const check = (item: unknown) => checkRecord(endpoint, item, drift);
  return new Page(new ParsedItems(data), pagination, check, contradictions.length === 0);
}

/**
 * A page of which few items may be needed. Broken JSON is found, and thrown, when an item that it
 * spoils is read.
 */
export function readLazyPage<T>(
  endpoint: ListEndpoint<T>,
  response: RestResponse,
  drift: DriftFound,
): Page<T> {
  const bounds = findBounds(response);
  if (bounds === undefined) return readPage(endpoint, response, drift);
  const { pagination, starts } = bounds;
  const isUsual = compileExact(paginationSchema)(pagination) && starts.length <= pagination.limit;
  if (!isUsual || contradictionsOf(pagination, starts.length).length > 0) {
    return readPage(endpoint, response, drift);
  }
  const check = (item: unknown) => checkRecord(endpoint, item, drift);
  const parseAll = () => new ParsedItems(readBody(endpoint, response, pageBody).data);
  return new Page(new ItemTexts(bounds), pagination, check, true, parseAll);
}

function findBounds(response: RestResponse) {
  if (response.status !== 200 || !isJsonType(response.contentType)) return undefined;
  const { bytes } = response;
  return findItemBounds(bytes === undefined ? Buffer.from(response.body) : asBuffer(bytes));
}

const recordBody = z.object({ data: z.unknown() });

/** The items are checked one by one, when they are read. */
const pageBody = z.object({ data: z.array(z.unknown()), pagination: paginationSchema });

function readBody<B>(endpoint: Endpoint, response: RestResponse, schema: z.ZodType<B>): B {
  if (response.status !== 200) throw errorOfStatus(endpoint, response);
  if (!isJsonType(response.contentType)) {
    throw invalid(endpoint, 'with a content type other than JSON');
  }
  const text = boundedBody(response);
  if (text === undefined) throw invalid(endpoint, tooMuch);
  const body = parseJson(text);
  if (body === undefined) throw invalid(endpoint, 'with a body that is not JSON');
  if (compileExact(schema)(body)) return body;
  const checked = schema.safeParse(body);
  if (checked.success) return checked.data;
  throw invalid(endpoint, `with a body that breaks the contract at ${faultyFields(checked.error)}`);
}

const tooMuch = `with a body of more than ${jsonLimits.maxValues} values, or ${jsonLimits.maxLevels} levels`;

/**
 * The record of a raw value, which is the value itself where it keeps the contract to the letter.
 */
function checkRecord<T>(endpoint: Endpoint<T>, raw: unknown, drift: DriftFound): T | PartnerError {
  const isExact = compileExact(endpoint.record);
  let checked: z.ZodSafeParseResult<T>;
  try {
    if (isExact(raw)) return raw;
    checked = endpoint.record.safeParse(raw, holdsMore(raw, maxNamed) ? untilFault : undefined);
  } catch {
    // Data nested thousands of levels deep exhausts the stack: that is a broken record, not a
    // crash.
    return invalid(endpoint, 'with a record that breaks the contract at its depth');
  }
  if (!checked.success) {
    return invalid(
      endpoint,
      `with a record that breaks the contract at ${faultyFields(checked.error)}`,
    );
  }
  findDrift(raw, checked.data, (found) => drift(endpoint, found));
  return checked.data;
}

/**
 * Values of a record whose faulty fields are all named. To find and name millions of them would
 * take seconds.
 */
const maxNamed = 100;

/** Ends checking at the first fault, as `validate` of zod does. */
const untilFault: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/**
 * Whether a value from JSON holds more values than that, itself included; it is walked no further.
 */
const holdsMore = (value: unknown, max: number): boolean => countUpTo(value, max) > max;

function countUpTo(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = 1;
  for (let index = 0; index < parts.length && count <= max; index += 1) {
    count += countUpTo(parts[index], max - count);
  }
  return count;
}

/** Faulty fields that a message names. */
const maxShown = 5;

/**
 * Names of fields, never values; the names are the contract's own, as unknown fields are not
 * checked.
 */
function faultyFields(error: z.ZodError): string {
  const fields = error.issues.map(({ path }) => path.map(String).join('.') || 'its top');
  const all = [...new Set(fields)];
  const shown = all.slice(0, maxShown).join(', ');
  return all.length > maxShown ? `${shown} and ${all.length - maxShown} more` : shown;
}

/**
 * A response without the credential in its body: the response itself, where the body does not hold
 * it.
 */
export function scrubResponse(response: RestResponse, credential: string): RestResponse {
  if (response.bytes !== undefined && !mayHold(asBuffer(response.bytes), credential)) {
    return response;
  }
  const { body: received } = response;
  const body = scrub(received, credential);
  return body === received ? response : { ...response, bytes: undefined, body };
}

/**
 * Milliseconds by which a cache on the way has aged a response (RFC 9111, 5.1), with what it may
 * have rounded off.
 */
export function agedMs(age: string | undefined): number {
  if (age === undefined) return 0;
  // The same header several times is the list of its values (RFC 9110, 5.3).
  const [, seconds] = /^(\d+)(?:\s*,\s*\1)*$/.exec(age) ?? [];
  return seconds === undefined ? Infinity : 1000 * (Number(seconds) + 1);
}

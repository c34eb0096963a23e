import { z } from 'zod';
import { compileDrift, type Drift } from '../partner/drift.js';
import { contradictionsOf, paginationSchema, readEnvelope } from '../partner/envelope.js';
import { compileExact } from '../partner/exact.js';
import { codeOfStatus, type ErrorCode, type ErrorFacts, PartnerError } from '../partner/error.js';
import type { Endpoint, ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import { createPage, createLazyPage, type Page } from './page.js';
import { readRetryAfter } from './retry-after.js';
import { findItemBounds } from './lazy-page.js';
import type { RestResponse } from './transport/transport.js';

export type { Endpoint };
export type DriftFound = (operation: Endpoint, drift: Drift) => void;

/** How a page is read: all of it at once, or each item when it is first needed. */
export type PageForm = 'whole' | 'lazy';

/** The record of a response. */
export interface ParsedRecord<T> {
  readonly record: T;
  /** False where the response deviates from the contract. */
  readonly isExact: boolean;
}

/** What a response of either kind of endpoint is read to be. */
export type Parsed = ParsedRecord<unknown> | Page<unknown>;

/**
 * The record or the page of a response.
 *
 * @param pageForm how a page is read; a record is always read whole
 * @throws PartnerError by the status; UPSTREAM_INVALID_RESPONSE for a 200 that breaks the contract
 */
export function readResponse(
  endpoint: Endpoint,
  pageForm: PageForm,
  answer: RestResponse,
  drift: DriftFound,
): Parsed {
  if (endpoint.kind === 'one') return readRecord(endpoint, answer, drift);
  return pageForm === 'lazy' ? readLazyPage(endpoint, answer, drift) : readPage(endpoint, answer, drift);
}

export function readRecord<T>(
  operation: RecordEndpoint<T>,
  answer: RestResponse,
  drift: DriftFound,
): ParsedRecord<T> {
  const { data } = readBody(operation, answer, recordBody);
  const record = checkRecord(operation, data, drift);
  if (record instanceof PartnerError) throw record;
  return { record, isExact: record === data };
}

export function readPage<T>(operation: ListEndpoint<T>, answer: RestResponse, drift: DriftFound): Page<T> {
  const { data, pagination } = readBody(operation, answer, pageBody);
  if (data.length > pagination.limit)
    throw invalid(operation, `with ${data.length} items on a page of ${pagination.limit}`, answer.status);
  const contradictions = contradictionsOf(pagination, data.length);
  for (const contradiction of contradictions) drift(operation, contradiction);
  return createPage(
    data,
    pagination,
    (item) => checkRecord(operation, item, drift),
    contradictions.length === 0,
  );
}

/**
 * The same for a page of which few items may be needed; broken JSON is found, and thrown, where an item is looked at
 * that it has spoilt.
 */
export function readLazyPage<T>(
  operation: ListEndpoint<T>,
  answer: RestResponse,
  drift: DriftFound,
): Page<T> {
  const whole = (): Page<T> => readPage(operation, answer, drift);
  const split = answer.status === 200 && isJson(answer.contentType) ? findItemBounds(answer.body) : undefined;
  if (split === undefined) return whole();
  const { pagination } = split;
  if (!rulesOf(paginationSchema).isExact(pagination) || split.length > pagination.limit) return whole();
  if (contradictionsOf(pagination, split.length).length > 0) return whole();
  const { isExact } = rulesOf(operation.record);
  return createLazyPage(split, pagination, whole, (text) => {
    const raw = parseJson(text);
    return isExact(raw) ? raw : undefined;
  });
}

const recordBody = z.object({ data: z.unknown() });

/** The items are checked one by one, when they are looked at. */
const pageBody = z.object({ data: z.array(z.unknown()), pagination: paginationSchema });

function readBody<B>(operation: Endpoint, answer: RestResponse, schema: z.ZodType<B>): B {
  if (answer.status !== 200) throw refusal(operation, answer);
  if (!isJson(answer.contentType)) throw invalid(operation, 'with a content type other than JSON', 200);
  const body = parseJson(answer.body);
  if (body === undefined) throw invalid(operation, 'with a body that is not JSON', 200);
  if (rulesOf(schema).isExact(body)) return body;
  const checked = schema.safeParse(body);
  if (checked.success) return checked.data;
  throw invalid(operation, `with a body that breaks the contract at ${places(checked.error)}`, 200);
}

/** The raw value itself where it keeps the contract to the letter. */
function checkRecord<T>(
  operation: RecordEndpoint<T> | ListEndpoint<T>,
  raw: unknown,
  drift: DriftFound,
): T | PartnerError {
  const { record } = operation;
  const { isExact, findDrift } = rulesOf(record);
  const checked = parseRecord(record, isExact, raw);
  if (!checked.success)
    return invalid(operation, `with a record that breaks the contract at ${checked.places}`, 200);
  if (checked.data !== raw) findDrift(raw, (found) => drift(operation, found));
  return checked.data;
}

/** What is read off a schema when it is first used. */
function makeRules<T>(schema: z.ZodType<T>) {
  return { isExact: compileExact(schema), findDrift: compileDrift(schema) };
}

type Rules<T> = ReturnType<typeof makeRules<T>>;

const known = new WeakMap<z.ZodType, Rules<unknown>>();

/** The rules under a schema are made of it: that is the proof of the cast. */
function rulesOf<T>(schema: z.ZodType<T>): Rules<T> {
  let rules = known.get(schema);
  if (rules === undefined) known.set(schema, (rules = makeRules(schema)));
  return rules as Rules<T>;
}

type Checked<T> = { success: true; data: T } | { success: false; places: string };

/** Data nested thousands of levels deep exhausts the stack: that is a broken record, not a crash. */
function parseRecord<T>(schema: z.ZodType<T>, isExact: Rules<T>['isExact'], raw: unknown): Checked<T> {
  try {
    if (isExact(raw)) return { success: true, data: raw };
    const checked = schema.safeParse(raw);
    return checked.success ? checked : { success: false, places: places(checked.error) };
  } catch {
    return { success: false, places: 'its depth' };
  }
}

/** Names of fields, never values; the names are the contract's own, as unknown fields are not checked. */
function places(error: z.ZodError): string {
  const all = [...new Set(error.issues.map(({ path }) => path.map(String).join('.') || 'its top'))];
  const shown = all.slice(0, 5).join(', ');
  return all.length > 5 ? `${shown} and ${all.length - 5} more` : shown;
}

function refusal(operation: Endpoint, answer: RestResponse): PartnerError {
  const { status } = answer;
  const code = codeOfStatus(status);
  const envelope = isJson(answer.contentType) ? readEnvelopeText(answer.body) : {};
  const { message, ...told } = envelope;
  return new PartnerError(
    code,
    `${operation.id} ${sentences[code] ?? 'failed'} (HTTP ${status})${message === undefined ? '.' : `: ${message}`}`,
    {
      ...told,
      status,
      operation: operation.id,
      requiredScope: code === 'FORBIDDEN' ? operation.scope : undefined,
      retryAfterSeconds:
        code === 'RATE_LIMITED' ? readRetryAfter(answer.retryAfter, answer.date, Date.now()) : undefined,
    },
  );
}

const sentences: Partial<Record<ErrorCode, string>> = {
  BAD_USER_INPUT: 'was refused as an invalid request',
  UNAUTHENTICATED: 'refused the credential: it is missing or invalid',
  FORBIDDEN: 'refused the credential: it lacks the scope',
  NOT_FOUND: 'found nothing in the organization of the credential',
  HTTPS_REQUIRED: 'demands HTTPS: PARTNER_API_URL must begin with https:',
  RATE_LIMITED: 'is out of quota for this credential or organization',
  UPSTREAM_UNAVAILABLE: 'could not be served by the Partner API',
  UPSTREAM_INVALID_RESPONSE: 'was answered with a status that the contract does not know',
};

function readEnvelopeText(body: string): ReturnType<typeof readEnvelope> {
  try {
    return readEnvelope(parseJson(body));
  } catch {
    return {};
  }
}

/** UPSTREAM_INVALID_RESPONSE, told in one way everywhere. */
export function invalid(operation: Endpoint, how: string, status?: number, cause?: unknown): PartnerError {
  const facts: ErrorFacts = { status, operation: operation.id };
  return new PartnerError('UPSTREAM_INVALID_RESPONSE', `${operation.id} was answered ${how}.`, facts, cause);
}

/** The parser's own text would show the body, so it is left out. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());

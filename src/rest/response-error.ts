import { parseJson } from '../base/json.js';
import { type Endpoint, namesNoRecord } from '../partner/endpoint.js';
import { readEnvelope } from '../partner/envelope.js';
import { type ErrorCode, PartnerError } from '../partner/error.js';
import { connectTimeout } from './request-report.js';
import { readRetryAfter } from './retry-after.js';
import { type Exchange, type RestResponse, TransportError } from './transport/transport.js';

/** The error of a response whose status is not 200. */
export function errorOfStatus(endpoint: Endpoint, response: RestResponse): PartnerError {
  const { status, retryAfter, date } = response;
  const [code] = failureOf(status);
  const { message: detail, ...envelope } = envelopeOf(response);
  return new PartnerError(code, messageOf(endpoint, status, detail), {
    ...envelope,
    status,
    operation: endpoint.id,
    requiredScope: code === 'FORBIDDEN' ? endpoint.scope : undefined,
    retryAfterSeconds:
      code === 'RATE_LIMITED' ? readRetryAfter(retryAfter, date, Date.now()) : undefined,
  });
}

/**
 * The message of a missing scope says all of it by itself; any other ends with what the upstream
 * says.
 */
function messageOf(endpoint: Endpoint, status: number, detail: string | undefined): string {
  const [code, usual] = failureOf(status);
  if (code === 'FORBIDDEN' && endpoint.scope !== undefined) {
    return `The credential lacks the scope ${endpoint.scope} (HTTP ${status}).`;
  }
  const sentence = code === 'NOT_FOUND' && namesNoRecord(endpoint) ? noPartnerApi : usual;
  const what = `${endpoint.id} ${sentence} (HTTP ${status})`;
  return detail === undefined ? `${what}.` : `${what}: ${detail}`;
}

/**
 * A 404 of a path without an id: where a Partner API responds, the organization and its lists
 * exist.
 */
const noPartnerApi = 'found no Partner API at its address: check PARTNER_API_URL';

type Failure = readonly [code: ErrorCode, sentence: string];

/** Contract, "Errors", status codes. */
const listedFailures: ReadonlyMap<number, Failure> = new Map<number, Failure>([
  [400, ['BAD_USER_INPUT', 'was refused as an invalid request']],
  [401, ['UNAUTHENTICATED', 'refused the credential: it is missing or invalid']],
  [403, ['FORBIDDEN', 'refused the credential']],
  [404, ['NOT_FOUND', 'found nothing in the organization of the credential']],
  [426, ['HTTPS_REQUIRED', 'demands HTTPS: PARTNER_API_URL must begin with https:']],
  [429, ['RATE_LIMITED', 'is out of quota for this credential or organization']],
]);

const breach: Failure = [
  'UPSTREAM_INVALID_RESPONSE',
  'responded with a status that the contract does not list',
];
const outage: Failure = ['UPSTREAM_UNAVAILABLE', 'could not be served by the Partner API'];

/**
 * A redirect or an unknown 2xx breaks the contract; any other unknown status means that the
 * upstream is unavailable.
 */
const failureOf = (status: number): Failure =>
  listedFailures.get(status) ?? (status < 400 ? breach : outage);

export const codeOfStatus = (status: number): ErrorCode => failureOf(status)[0];

function envelopeOf(response: RestResponse): ReturnType<typeof readEnvelope> {
  if (!isJsonType(response.contentType)) return {};
  try {
    return readEnvelope(parseJson(response.body));
  } catch {
    return {};
  }
}

/** @param cause why there is no response at all; without it, its status is 200 */
export function invalid({ id }: Endpoint, how: string, cause?: TransportError): PartnerError {
  const facts = { status: cause === undefined ? 200 : undefined, operation: id };
  return new PartnerError('UPSTREAM_INVALID_RESPONSE', `${id} was answered ${how}.`, facts, cause);
}

/**
 * What a transport throws, as the error of an endpoint; anything else is a fault of ours and stays
 * what it is.
 */
export function errorOfTransport(endpoint: Endpoint, cause: unknown): unknown {
  if (!(cause instanceof TransportError)) return cause;
  if (cause.kind === 'broken') return invalid(endpoint, cause.message, cause);
  const message = `${endpoint.id} failed: the Partner API ${cause.message}.`;
  return new PartnerError('UPSTREAM_UNAVAILABLE', message, { operation: endpoint.id }, cause);
}

export function timedOut(endpoint: Endpoint, timeoutMs: number, exchange: Exchange): PartnerError {
  const cause = exchange.isConnected?.() === false ? connectTimeout : undefined;
  const message = `${endpoint.id} was not answered whole within ${timeoutMs} ms (UPSTREAM_TIMEOUT_MS).`;
  return new PartnerError('UPSTREAM_TIMEOUT', message, { operation: endpoint.id }, cause);
}

/**
 * Whether a `Content-Type` names JSON; one that came several times is the list of its values (RFC
 * 9110, 5.3).
 */
export const isJsonType = (contentType = ''): boolean =>
  contentType.split(betweenTypes).every((type) => jsonType.test(type.trim()));

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/** A comma before another media type: a parameter may hold one too. */
const betweenTypes = /,(?=\s*[\w.!#$&^+-]+\/)/;

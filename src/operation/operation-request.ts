import { randomFillSync } from 'node:crypto';
import type { Lifetime } from '../base/lifetime.js';
import type { Settings } from '../config.js';
import type { IncrementalSpec } from '../execution/collect-fields.js';
import { Cancellation } from '../partner/error.js';
import { scrub } from '../partner/scrub.js';
import { type GraphQLParameters, httpError } from '../document/parameters.js';

/** One GraphQL request, from HTTP or from an embedder. */
export interface OperationRequest extends GraphQLParameters {
  /** True for a document of the façade itself, which needs no trust. */
  readonly isOwn?: boolean | undefined;
  readonly credential: CredentialState;
  readonly requestId: string;
  /** The client program, as `readClient` returns it. */
  readonly client?: string | undefined;
  /** The header `X-Upstream-Explain`. */
  readonly explain?: string | null | undefined;
  /** Maximum age of REST responses, in seconds; undefined: no kept response is used. */
  readonly maxAge?: number | undefined;
  /**
   * Accepts REST responses to requests that were sent at this time or later, by the clock of
   * tenants.
   */
  readonly sentSince?: number | undefined;
  /**
   * The format in which the client accepts incremental delivery; undefined for one that does not.
   */
  readonly incremental: IncrementalSpec | undefined;
  /** Undefined where the client wants a result. */
  readonly file?: FileRequest | undefined;
  /** Of the client: it ends when the client leaves. */
  readonly lifetime: Lifetime;
}

/** What a client wants that accepts a list as a file. */
export interface FileRequest {
  /** Whether each row is a line of single values, as in CSV. */
  readonly isFlat: boolean;
  /** Whether the client accepts JSON where the operation has no list that could be a file. */
  readonly acceptsJson: boolean;
}

/** Who sends a request. */
export type Caller = Pick<
  OperationRequest,
  'credential' | 'requestId' | 'client' | 'maxAge' | 'lifetime'
>;

/**
 * Why the lifetime of a client ends. Made once: the stack of an error costs as much as an operation.
 */
export const clientLeft = new Cancellation('The client has left.');

/** What the header `Authorization` of a request holds. */
export type CredentialState =
  | { readonly kind: 'usable'; readonly credential: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** Bytes; a longer value is malformed (docs/security.md, "Credential"). */
const maxCredentialLength = 8192;

/**
 * The bearer credential of a request, byte for byte.
 *
 * @param headerCount of which Node.js drops all but the first silently
 */
export function readCredential(
  authorization: string | null | undefined,
  headerCount: number,
): CredentialState {
  if (authorization == null) return { kind: 'missing' };
  if (headerCount > 1) return { kind: 'malformed' };
  const credential = /^bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
  if (credential === undefined || credential.length > maxCredentialLength) {
    return { kind: 'malformed' };
  }
  return { kind: 'usable', credential };
}

/** Printable ASCII that does not look like a label of ours, such as `(other)`. */
const clientName = /^(?!\()[\x20-\x7e]{1,64}$/;

const clientHeaders = ['apollographql-client-name', 'graphql-client-name', 'x-graphql-client-name'];

/**
 * The name of the client program in the log and the metrics: the first of its headers that is not
 * empty.
 *
 * @param header the value of a header; node:http joins several of one name to one text
 * @returns undefined without any, `(other)` for one that is no printable ASCII, longer than 64
 *   characters, or in parentheses
 */
export function readClient(header: (name: string) => unknown): string | undefined {
  for (const each of clientHeaders) {
    const name = header(each);
    if (typeof name === 'string' && name !== '') return clientName.test(name) ? name : '(other)';
  }
  return undefined;
}

/** Elements of a list; quoted text is not divided. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/** Elements of a header that is a list, each as it was sent. */
export const elementsOf = (header: string): readonly string[] => header.match(elements) ?? [];

/**
 * The seconds of `max-age` in a request's `Cache-Control`: responses of the Partner API that are
 * not older will do.
 *
 * @param header several headers as one list
 * @returns 0 where only fresh responses will do: with a malformed `max-age`, and with `no-cache` or
 *   `no-store`, which win; undefined without any of them: as the Partner API allows. Of several the
 *   smallest counts (RFC 9111, 4.2.1, leaves it open)
 */
export function readMaxAge(header: string | null | undefined): number | undefined {
  if (header == null || header === '') return undefined;
  let maxAge: number | undefined;
  for (const directive of elementsOf(header)) {
    const text = directive.trim();
    const [name = ''] = text.split(/[=\s]/, 1);
    const value = text.slice(name.length).trim().replace(/^=/, '');
    const lowerName = name.toLowerCase();
    if (lowerName === 'no-cache' || lowerName === 'no-store') return 0;
    if (lowerName !== 'max-age') continue;
    // A token or a quoted string, both of which are to be read (RFC 9111, 5.2).
    const seconds = /^\s*(?:(\d+)|"(\d+)")\s*$/.exec(value);
    if (seconds === null) return 0;
    maxAge = Math.min(maxAge ?? Infinity, Number(seconds[1] ?? seconds[2]));
  }
  return maxAge;
}

/**
 * Seconds; 0 where only fresh responses will do, undefined where the client leaves it to the
 * Partner API.
 */
export const boundedMaxAge = (
  { maxAge }: Pick<OperationRequest, 'maxAge'>,
  { MAX_STALE_SECONDS }: Settings,
): number | undefined =>
  maxAge === undefined ? undefined : Math.max(0, Math.min(maxAge, MAX_STALE_SECONDS));

/** How many headers of this name the request has; `rawHeaders` alternates names and values. */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/** @throws GraphQLError with HTTP status 401 for a request without a usable credential */
export function usableCredential(state: CredentialState): string {
  if (state.kind === 'usable') return state.credential;
  const message =
    state.kind === 'missing'
      ? 'The request has no credential. Send one header "Authorization: Bearer <credential>".'
      : 'The Authorization header is malformed. Send exactly one "Authorization: Bearer <credential>", in visible ASCII.';
  throw httpError(401, message, 'UNAUTHENTICATED', { 'WWW-Authenticate': 'Bearer' });
}

/**
 * The id of a request in the log, in the response and at the Partner API: the client's own where it
 * is well-formed and does not hold the credential, else a new one.
 */
export function pickRequestId(
  id: string | string[] | null | undefined,
  authorization: string | null | undefined,
): string {
  if (typeof id !== 'string' || !/^[\w.:-]{1,128}$/.test(id)) return createRequestId();
  const credential = authorization?.replace(/^bearer +/i, '') ?? '';
  return scrub(id, credential) === id ? id : createRequestId();
}

/** Text of random UUIDs (RFC 9562, 5.4), of which each is used once. */
const freshIds = Buffer.alloc(64 * 36);
let used = freshIds.length;

/**
 * A new request id. `randomUUID` concatenates, and V8 of Node.js 26 prints a whole response two to
 * three times as slowly where one of its strings is not in one piece.
 */
export function createRequestId(): string {
  if (used === freshIds.length) fillWithIds();
  const start = used;
  used += idForm.length;
  return freshIds.toString('latin1', start, used);
}

const idForm = Buffer.from('xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx', 'latin1');
const hexDigits = Buffer.from('0123456789abcdef', 'latin1');
const [letterX, letterY] = [0x78, 0x79];

function fillWithIds(): void {
  used = 0;
  randomFillSync(freshIds);
  for (let place = 0; place < freshIds.length; place += 1) {
    const form = idForm[place % idForm.length] ?? 0;
    freshIds[place] = characterOf(form, freshIds[place] ?? 0);
  }
}

/** In place of `x` any digit, of `y` one of 8, 9, a and b. */
function characterOf(form: number, random: number): number {
  if (form === letterX) return hexDigits[random & 0xf] ?? 0;
  if (form === letterY) return hexDigits[8 + (random & 3)] ?? 0;
  return form;
}

import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { scrub } from '../partner/scrub.js';
import type { DocumentRequest } from './documents/persisted-document.js';

/** One GraphQL request, from HTTP or from an embedder. */
export interface OperationRequest extends DocumentRequest {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
  /** What an error does, as the client sent it; `extensions.onError` is read too. */
  readonly onError?: unknown;
  readonly credential: CredentialState;
  readonly requestId: string;
  /** The header `X-Upstream-Explain`. */
  readonly explain?: string | null | undefined;
  /** Seconds that a response of the Partner API may be old; undefined: as the Partner API allows, and no kept one. */
  readonly maxAge?: number | undefined;
  /** Responses of the Partner API to requests that were sent then or later will do, by the clock of tenants. */
  readonly sentSince?: number | undefined;
  /** Whether the client accepts incremental delivery. */
  readonly acceptsIncremental: boolean;
  /** Calls back once, when the client leaves; returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
}

/** What the header `Authorization` of a request holds. */
export type CredentialState =
  | { readonly kind: 'usable'; readonly credential: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** Bytes; a longer value is malformed (runtime interface, "The request's credential"). */
const maxCredentialLength = 8192;

/**
 * The bearer credential of a request, byte for byte.
 *
 * @param authorization value of the header, undefined without one
 * @param headerCount `Authorization` headers of the request; Node.js drops all but the first silently
 */
export function readCredential(
  authorization: string | null | undefined,
  headerCount: number,
): CredentialState {
  if (authorization == null) return { kind: 'missing' };
  if (headerCount > 1) return { kind: 'malformed' };
  const credential = /^bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
  if (credential === undefined || credential.length > maxCredentialLength) return { kind: 'malformed' };
  return { kind: 'usable', credential };
}

/** How many headers of this name the request has; `rawHeaders` alternates names and values. */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/** The refusal of a request without a usable credential. */
export function credentialRefusal(kind: 'missing' | 'malformed'): GraphQLError {
  const message =
    kind === 'missing'
      ? 'The request has no credential. Send one header "Authorization: Bearer <credential>".'
      : 'The Authorization header is malformed. Send exactly one "Authorization: Bearer <credential>", in visible ASCII.';
  const http = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  return new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http } });
}

/**
 * The id of a request in the log, in the response and at the Partner API: the client's own where it is well-formed and
 * does not hold the credential, else a new one.
 */
export function pickRequestId(
  id: string | string[] | null | undefined,
  authorization: string | null | undefined,
): string {
  if (typeof id !== 'string' || !/^[\w.:-]{1,128}$/.test(id)) return randomUUID();
  const credential = authorization?.replace(/^bearer +/i, '') ?? '';
  return scrub(id, credential) === id ? id : randomUUID();
}

import { GraphQLError } from 'graphql';

/** What a request's `Authorization` holds. */
export type CredentialState =
  | { readonly kind: 'usable'; readonly credential: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** Bytes; above it no credential is meant (runtime interface, "The request's credential"). */
const maxCredentialLength = 8192;

/**
 * The bearer credential of a request, byte for byte.
 *
 * @param authorization value of the header, undefined without one
 * @param headerCount how many `Authorization` headers came; Node.js drops the second one silently
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

/** How many headers of this name were really sent; `rawHeaders` holds names and values in turn. */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const text = rawHeaders[index];
    if (text?.length === name.length && text.toLowerCase() === name) count += 1;
  }
  return count;
}

/** What a request without a usable credential is told. */
export function noCredential(kind: 'missing' | 'malformed'): GraphQLError {
  const message =
    kind === 'missing'
      ? 'The request has no credential. Send one header "Authorization: Bearer <credential>".'
      : 'The Authorization header is malformed. Send exactly one "Authorization: Bearer <credential>", in visible ASCII.';
  const http = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  return new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http } });
}

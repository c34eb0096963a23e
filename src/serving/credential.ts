/** What a request's `Authorization` holds. */
export type CredentialState =
  | { readonly kind: 'usable'; readonly credential: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' };

/** Bytes; above it no credential is meant (runtime interface, "The request's credential"). */
const longestCredential = 8192;

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
  if (credential === undefined || credential.length > longestCredential) return { kind: 'malformed' };
  return { kind: 'usable', credential };
}

/** How many headers of this name were really sent; `rawHeaders` holds names and values in turn. */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
}

import type { OperationRequest } from './operation-request.js';

/** Directives of a list, each as it was sent; commas in quotes part none. */
const directives = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/**
 * The seconds of `max-age` in a request's `Cache-Control`: responses of the Partner API that are not older will do.
 *
 * @param header several headers as one list
 * @returns undefined where only fresh responses will do: without `max-age`, with a malformed one, and with `no-cache` or
 *   `no-store`, which win. Of several the smallest counts (RFC 9111, 4.2.1, leaves it open)
 */
export function readMaxAge(header: string | null | undefined): number | undefined {
  if (header == null || header === '') return undefined;
  let maxAge: number | undefined;
  for (const directive of header.match(directives) ?? []) {
    const text = directive.trim();
    const [name = ''] = text.split(/[=\s]/, 1);
    const value = text.slice(name.length).trim().replace(/^=/, '');
    const lowerName = name.toLowerCase();
    if (lowerName === 'no-cache' || lowerName === 'no-store') return undefined;
    if (lowerName !== 'max-age') continue;
    // A token or a quoted string, both of which are to be read (RFC 9111, 5.2).
    const seconds = /^\s*(?:(\d+)|"(\d+)")\s*$/.exec(value);
    if (seconds === null) return undefined;
    maxAge = Math.min(maxAge ?? Infinity, Number(seconds[1] ?? seconds[2]));
  }
  return maxAge;
}

/** Seconds; 0 where only fresh responses will do. */
export const boundedMaxAge = (
  { maxAge = 0 }: Pick<OperationRequest, 'maxAge'>,
  { MAX_STALE_SECONDS }: { readonly MAX_STALE_SECONDS: number },
): number => (maxAge > 0 ? Math.min(maxAge, MAX_STALE_SECONDS) : 0);

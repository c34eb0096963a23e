import type { Settings } from '../config.js';
import type { OperationRequest } from './operation-request.js';

/** Elements of a list; quoted text is not divided. */
const elements = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/** Elements of a header that is a list, each as it was sent. */
export const elementsOf = (header: string): readonly string[] => header.match(elements) ?? [];

/**
 * The seconds of `max-age` in a request's `Cache-Control`: responses of the Partner API that are not older will do.
 *
 * @param header several headers as one list
 * @returns 0 where only fresh responses will do: with a malformed `max-age`, and with `no-cache` or `no-store`, which win;
 *   undefined without any of them: as the Partner API allows. Of several the smallest counts (RFC 9111, 4.2.1, leaves it open)
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

/** Seconds; 0 where only fresh responses will do, undefined where the client leaves it to the Partner API. */
export const boundedMaxAge = (
  { maxAge }: Pick<OperationRequest, 'maxAge'>,
  { MAX_STALE_SECONDS }: Settings,
): number | undefined => maxAge && Math.max(0, Math.min(maxAge, MAX_STALE_SECONDS));

import { randomUUID } from 'node:crypto';
import { scrub } from '../partner/scrub.js';

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

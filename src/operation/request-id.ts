import { randomUUID } from 'node:crypto';
import { scrub } from '../partner/scrub.js';

/**
 * The id of a request in the log, in the answer and upstream: the client's own, where it is one that may stand there
 * and does not hold its credential, else a fresh one.
 */
export function pickRequestId(
  id: string | string[] | null | undefined,
  authorization: string | null | undefined,
): string {
  if (typeof id !== 'string' || !/^[\w.:-]{1,128}$/.test(id)) return randomUUID();
  const credential = authorization?.replace(/^bearer +/i, '') ?? '';
  return scrub(id, credential) === id ? id : randomUUID();
}

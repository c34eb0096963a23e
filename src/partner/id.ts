import { PartnerError } from './error.js';
import { quote } from './quote.js';

/** Characters of an id. The contract names no limit; this one is our choice. */
export const maxIdLength = 512;

/**
 * Whether an id can name a record. URL normalisation eats `.` and `..` even when they are percent-encoded, and
 * encodeURIComponent throws on half a surrogate pair, which JSON can carry.
 */
export function isUsableId(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.length <= maxIdLength && id.isWellFormed();
}

/** @param name of the path parameter or argument. @throws PartnerError BAD_USER_INPUT for an id that cannot name a record */
export function checkId(name: string, id: string): void {
  if (isUsableId(id)) return;
  const shown = id.length <= maxIdLength ? quote(id) : `${id.length} characters long`;
  const rule = `An id is 1 to ${maxIdLength} characters, and neither "." nor "..".`;
  throw new PartnerError('BAD_USER_INPUT', `Unusable ${name}: ${shown}. ${rule}`);
}

import { PartnerError } from '../partner/error.js';
import { isUsableId } from '../rest/path.js';
import type { Endpoint } from '../rest/read-response.js';

/**
 * An id that stands in a record, by which `operation` reads another. One that can name nothing is the upstream's fault
 * here, not the client's.
 *
 * @throws PartnerError UPSTREAM_INVALID_RESPONSE
 */
export function linkedId(operation: Endpoint, id: string): string {
  if (isUsableId(id)) return id;
  const message = 'The record holds an id that can name nothing.';
  throw new PartnerError('UPSTREAM_INVALID_RESPONSE', message, { operation: operation.id });
}

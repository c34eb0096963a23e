import { PartnerError } from '../partner/error.js';
import { isUsableId } from '../partner/id.js';

/**
 * Checks an id of a record by which another record is read. An unusable one is the upstream's fault, not the client's.
 *
 * @param endpoint reads the other record
 * @throws PartnerError UPSTREAM_INVALID_RESPONSE
 */
export function linkedId(endpoint: { readonly id: string }, id: string): string {
  if (isUsableId(id)) return id;
  const message = 'The record holds an id that can name nothing.';
  throw new PartnerError('UPSTREAM_INVALID_RESPONSE', message, { operation: endpoint.id });
}

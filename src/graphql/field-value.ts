import { PartnerError } from '../partner/error.js';

/**
 * An item, or the error in its place, as a value of its field. Execution takes an Error in place of a value as the failure
 * of that place, so the item may be either; Pothos cannot tell that, nor the field's type where it is an open `T`.
 */
export const asFieldValue = (item: unknown): never => item as never;

/** What a read gives, or its failure as a value: an item of a list that fails at once needs no promise. */
export function valueOrError<T>(read: () => T): T | PartnerError {
  try {
    return read();
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}

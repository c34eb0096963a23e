import { PartnerError } from '../partner/error.js';

/**
 * An item, or the error in its place, as the value of its field. Execution takes an Error as the failure of that place,
 * which Pothos cannot express; neither can it express the type of a field over an open `T`.
 */
export const asFieldValue = (item: unknown): never => item as never;

/** What is read for each key, or its failure as a value: an item of a list that fails at once needs no promise. */
export const valuesOf = <K>(keys: readonly K[], read: (key: K) => unknown): never[] =>
  keys.map((key) => {
    try {
      return asFieldValue(read(key));
    } catch (error) {
      if (error instanceof PartnerError) return asFieldValue(error);
      throw error;
    }
  });

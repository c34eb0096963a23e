import type { ReadError } from '../error/read-error.js';

/** A filter, an order and counts read the whole list, which the façade refuses beyond its limit. */
export const isTooLong = ({ code }: ReadError): boolean => code === 'UPSTREAM_BUDGET_EXCEEDED';

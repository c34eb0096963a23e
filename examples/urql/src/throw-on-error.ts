import { mapExchange } from '@urql/core';
import { toe } from 'graphql-toe';
import { ResultError } from 'partner-graphql/client';

/**
 * Makes each field that failed throw its error where it is read; all others can be read. It comes
 * before the cache, whose results it changes and which stores no error.
 */
export const throwOnError = mapExchange({
  onResult(result) {
    // A refused request has no data: its error stays in `error`.
    if (result.data == null) return result;
    // urql types the data of an exchange as any.
    const data = result.data as Readonly<Record<string, unknown>>;
    // toe throws what it is given: entries of `errors` are plain objects, which have no stack.
    const errors = result.error?.graphQLErrors.map((error) => new ResultError(error));
    return { ...result, data: toe({ data, errors }) };
  },
});

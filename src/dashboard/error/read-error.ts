import type { CombinedError } from 'urql';

/** An entry of `errors` with the façade's extensions (type `ErrorExtensions` of its schema). */
export interface ReadError {
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly operation?: string | undefined;
  readonly requiredScope?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The errors of a result. A network error becomes one with a code of the dashboard's own. */
export function readErrors(
  error: Pick<CombinedError, 'networkError' | 'graphQLErrors'> | undefined,
): readonly ReadError[] {
  if (error === undefined) return [];
  if (error.networkError)
    return [{ code: 'FACADE_UNREACHABLE', message: error.networkError.message, path: [] }];
  return error.graphQLErrors.map(readError);
}

/** An entry of `errors` as the façade sends it. */
interface SentError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions: object;
}

/** `errors` come from the network: no member of `extensions` is certain. */
export function readError({ message, path = [], extensions }: SentError): ReadError {
  const facts: Readonly<Record<string, unknown>> = { ...extensions };
  return {
    code: text(facts['code']) ?? 'INTERNAL_SERVER_ERROR',
    message,
    path,
    operation: text(facts['operation']),
    requiredScope: text(facts['requiredScope']),
    requestId: text(facts['requestId']),
    retryAfterSeconds: seconds(facts['retryAfterSeconds']),
  };
}

/** The error that made a field null: its own, or that of an enclosing field. */
export function errorAt(
  errors: readonly ReadError[],
  path: readonly (string | number)[],
): ReadError | undefined {
  return errors.find((error) => error.path.every((step, index) => step === path[index]));
}

/** Whether a record of a root field does not exist: its id is unknown, or cannot be one. */
export const isMissing = (errors: readonly ReadError[], field: string): boolean =>
  errors.some(
    ({ code, path }) =>
      (code === 'NOT_FOUND' || code === 'BAD_USER_INPUT') && path.length === 1 && path[0] === field,
  );

/** What the Partner API would say, without asking it. */
export const lacksScope = (scope: string): ReadError => ({
  code: 'FORBIDDEN',
  message: `The credential lacks the scope ${scope}.`,
  path: [],
  requiredScope: scope,
});

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const seconds = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** What an error means to a visitor. */
interface Words {
  /** What has happened, as a heading. */
  readonly title: string;
  /** What it means and what helps, in a sentence or two. */
  readonly text: string;
  /** In place of one missing value. */
  readonly mark: string;
}

/** What a scope lets a credential read. */
const scopeWords: Readonly<Record<string, string>> = {
  'screens:read': 'screens',
  'playback:read': 'what screens play',
  'playlists:read': 'playlists',
  'media:read': 'media',
};

/** `ErrorCode` of the schema, and two of our own. */
const words: Readonly<Record<string, Words>> = {
  BAD_USER_INPUT: {
    title: 'This address does not fit',
    text: 'It asks for something that cannot exist. Check the address, or start from a list.',
    mark: 'Not valid',
  },
  UNAUTHENTICATED: {
    title: 'The credential is no longer accepted',
    text: 'The Partner API refuses it. It may have been revoked: sign in with another one.',
    mark: 'Refused',
  },
  NOT_FOUND: {
    title: 'Not found',
    text: 'The organization has nothing with this id. It may have been deleted.',
    mark: 'Deleted',
  },
  HTTPS_REQUIRED: {
    title: 'The Partner API asks for HTTPS',
    text: 'The operator of the façade has to configure its address with https.',
    mark: 'Needs HTTPS',
  },
  RATE_LIMITED: {
    title: 'The quota is spent for the moment',
    text: 'The Partner API limits how often it is asked. The page continues by itself.',
    mark: 'Quota spent',
  },
  UPSTREAM_UNAVAILABLE: {
    title: 'The Partner API cannot be reached',
    text: 'It is unreachable or failed. The page tries again by itself.',
    mark: 'Not reached',
  },
  UPSTREAM_TIMEOUT: {
    title: 'The Partner API is too slow',
    text: 'It did not respond in time. The page tries again by itself.',
    mark: 'Too slow',
  },
  UPSTREAM_INVALID_RESPONSE: {
    title: 'The Partner API sent something unexpected',
    text: 'Its response breaks the contract, so it is not shown.',
    mark: 'Not readable',
  },
  UPSTREAM_BUDGET_EXCEEDED: {
    title: 'This needs too many requests',
    text: 'It would take more requests to the Partner API than one view may send. Narrow it down with a filter.',
    mark: 'Not read',
  },
  OPERATION_LIMIT_EXCEEDED: {
    title: 'The façade is at its limit',
    text: 'It does not accept an operation of this size, or has no room for it now.',
    mark: 'Not read',
  },
  INTERNAL_SERVER_ERROR: {
    title: 'Something went wrong in the façade',
    text: 'The page tries again by itself. The request id leads to the entry in its log.',
    mark: 'Failed',
  },
  FACADE_UNREACHABLE: {
    title: 'The façade cannot be reached',
    text: 'This browser has no connection to it. The page tries again by itself.',
    mark: 'No connection',
  },
  SESSION_ENDED: {
    title: 'The session has ended',
    text: 'Sign in again to continue.',
    mark: 'Signed out',
  },
};

/** The words for an error; those of the façade itself for a code that this page does not know. */
export function wordsOf({ code, message, requiredScope }: ReadError): Words {
  if (code === 'FORBIDDEN') return forbiddenWords(requiredScope);
  return words[code] ?? { title: 'This could not be read', text: message, mark: 'Not read' };
}

function forbiddenWords(scope: string | undefined): Words {
  if (scope === undefined)
    return {
      title: 'This credential may not read this',
      text: 'It lacks a scope. Scopes cannot be added later: sign in with another credential.',
      mark: 'Not allowed',
    };
  return {
    title: `This credential cannot read ${scopeWords[scope] ?? 'this'}`,
    text: `It needs the scope ${scope}. Scopes cannot be added later: sign in with a credential that has it.`,
    mark: `Needs ${scope}`,
  };
}

/** Whether another attempt may succeed. */
export const mayRetry = ({ code }: Pick<ReadError, 'code'>): boolean => retryable.has(code);

const retryable: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'INTERNAL_SERVER_ERROR',
  'FACADE_UNREACHABLE',
]);

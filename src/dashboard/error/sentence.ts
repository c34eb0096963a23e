import type { ReadError } from './read-error.js';

/** What an error means to a visitor. */
export interface Words {
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
export function wordsOf({
  code,
  message,
  requiredScope,
}: Pick<ReadError, 'code' | 'message' | 'requiredScope'>): Words {
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

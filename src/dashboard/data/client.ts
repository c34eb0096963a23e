import { type AnyVariables, Client, fetchExchange, type TypedDocumentNode } from 'urql';
import { readErrors } from '../error/read-error.js';
import { type Answer, costOf } from './entry.js';
import { type Session, tokenHeader } from './session.js';

/** The backend-for-frontend: it adds the visitor's credential, as a partner's own server would. */
export const graphqlPath = '/dashboard/graphql';

/** Seconds. What was read so shortly before will do for a view that opens. */
export const openMaxAge = 60;

/** How an operation is sent. */
interface SendOptions {
  /** Responses of the Partner API up to this age will do; 0 for fresh ones. */
  readonly maxAgeSeconds: number;
  /** The answer lists its REST requests. */
  readonly isTraced?: boolean;
}

/**
 * Sends an operation once.
 *
 * @returns how to stop it; nothing is taken after that
 */
export type SendOperation = <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: SendOptions,
  take: (answer: Answer<Data>) => void,
) => () => void;

/**
 * The client of one session: each gets its own, so no view shows data of another organization.
 *
 * @param onSessionEnded called when the server no longer knows the session
 */
export function createSend(session: Session, onSessionEnded: () => void): SendOperation {
  const client = new Client({
    url: graphqlPath,
    // Keeps cursors and variables out of addresses and access logs.
    preferGetMethod: false,
    exchanges: [fetchExchange],
  });
  return (document, variables, options, take) => {
    // The data may be as old as the question: it can have been read right then.
    let asOf = Date.now();
    const readAge: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      asOf -= 1000 * (Number(response.headers.get('age')) || 0);
      return response;
    };
    const fetchOptions = { headers: headersOf(session, options) };
    const subscription = client
      .query(document, variables, { fetch: readAge, fetchOptions })
      .subscribe((result) => {
        // What is known already: urql repeats it to all who have asked the same, when one asks
        // again.
        if (result.stale) return;
        const data = result.data ?? undefined;
        const errors = readErrors(result.error);
        const cost = costOf(result.extensions);
        take({ data, errors, asOf: data === undefined ? undefined : asOf, cost });
        if (errors.some(({ code }) => code === 'SESSION_ENDED')) onSessionEnded();
        // Otherwise it also takes the answers of all who ask the same later.
        if (!result.hasNext) subscription.unsubscribe();
      });
    return () => subscription.unsubscribe();
  };
}

const headersOf = (
  { token }: Session,
  { maxAgeSeconds, isTraced }: SendOptions,
): Record<string, string> => ({
  [tokenHeader]: token,
  'cache-control': maxAgeSeconds > 0 ? `max-age=${maxAgeSeconds}` : 'no-cache',
  ...(isTraced && { 'x-upstream-explain': 'trace' }),
});

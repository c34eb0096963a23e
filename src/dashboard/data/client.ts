import { type AnyVariables, Client, fetchExchange, type TypedDocumentNode } from 'urql';
import { type Answer, toAnswer } from './answer.js';
import { type Session, tokenHeader } from './session.js';

/** The backend-for-frontend: it adds the visitor's credential, as a partner's own server would. */
export const graphqlPath = '/dashboard/graphql';

/** `plan` tells what an operation would cost and sends nothing; `trace` runs it and tells each request. */
export type ExplainMode = 'plan' | 'trace';

/** How an operation is sent. */
export interface SendOptions {
  /** Responses of the Partner API up to this age will do; 0 for fresh ones. */
  readonly maxAgeSeconds: number;
  readonly explain?: ExplainMode;
}

/** An answer with all that the façade tells about how it came about. */
export interface SentAnswer<Data> extends Answer<Data> {
  readonly extensions: Readonly<Record<string, unknown>>;
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
  take: (answer: SentAnswer<Data>) => void,
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
        // What is known already: urql repeats it to all who have asked the same, when one asks again.
        if (result.stale) return;
        const answer = toAnswer(result, asOf);
        take({ ...answer, extensions: result.extensions ?? {} });
        if (answer.errors.some(({ code }) => code === 'SESSION_ENDED')) onSessionEnded();
        // Otherwise it also takes the answers of all who ask the same later.
        if (!result.hasNext) subscription.unsubscribe();
      });
    return () => subscription.unsubscribe();
  };
}

const headersOf = ({ token }: Session, { maxAgeSeconds, explain }: SendOptions): Record<string, string> => ({
  [tokenHeader]: token,
  'cache-control': maxAgeSeconds > 0 ? `max-age=${maxAgeSeconds}` : 'no-cache',
  ...(explain && { 'x-upstream-explain': explain }),
});

import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { ServerContext } from '../server-context.js';
import { checkCoding, readJsonBody } from '../request-body.js';
import { refuse, safeHeaders } from './response.js';

/** The façade's own `/graphql`, called without a detour over the network. */
export type GraphQLHandler = (request: Request, context: ServerContext) => Promise<Response>;

/** Asks the façade in the name of a session. */
export interface Ask {
  /** Sends a page's operation on, and gives the answer back as it comes: deferred parts stream through. */
  readonly operation: (request: Request, credential: string, context: ServerContext) => Promise<Response>;
  /** Whether the Partner API knows a credential; yes where it cannot tell. One REST request. */
  readonly isKnown: (credential: string, context: ServerContext) => Promise<boolean>;
}

/** @param maxRequestBytes of an operation (MAX_REQUEST_BYTES) */
export function createAsk(graphql: GraphQLHandler, maxRequestBytes: number): Ask {
  return {
    async operation(request, credential, context) {
      if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
        return refuse(415, 'GRAPHQL_VALIDATION_FAILED', 'The operation must be sent as application/json.');
      try {
        checkCoding(request.headers.get('content-encoding'));
        const parameters = await readJsonBody(request, maxRequestBytes);
        const accept = request.headers.get('accept') ?? 'application/json';
        const inner = post(request, credential, accept, parameters);
        return passOn(await graphql(inner, requestIdOf(context)));
      } catch (error) {
        if (error instanceof GraphQLError) return refusal(error);
        throw error;
      }
    },
    async isKnown(credential, context) {
      const inner = post(undefined, credential, 'application/json', { query: '{ organization { id } }' });
      const { errors } = refusalSchema.parse(await (await graphql(inner, requestIdOf(context))).json());
      return !errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
    },
  };
}

/** The node:http request of the page must not go along: its headers are not those of the inner request. */
const requestIdOf = ({ requestId }: ServerContext): ServerContext =>
  requestId === undefined ? {} : { requestId };

function post(outer: Request | undefined, credential: string, accept: string, body: object): Request {
  return new Request('http://dashboard.invalid/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept, Authorization: `Bearer ${credential}` },
    body: JSON.stringify(body),
    // Whoever leaves the page ends the operation.
    ...(outer && { signal: outer.signal }),
  });
}

function passOn(response: Response): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(safeHeaders)) headers.set(name, value);
  headers.set('Cache-Control', 'no-store');
  // Not an invitation to the browser to ask its user for a password.
  headers.delete('WWW-Authenticate');
  return response;
}

const httpSchema = z.object({ code: z.string(), http: z.object({ status: z.number() }) });

function refusal({ message, extensions }: GraphQLError): Response {
  const { code, http } = httpSchema.parse(extensions);
  return refuse(http.status, code, message);
}

const refusalSchema = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).default([]),
});

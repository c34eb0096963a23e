import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { checkCoding, checkMediaType, readJsonBody } from '../request-body.js';
import type { Handler, ServerContext } from '../request-handler.js';
import { refuse, uncachedHeaders } from './response.js';

/**
 * Forwards an operation of the page with the credential of its session, and streams the response back, deferred parts
 * included.
 *
 * @param maxRequestBytes of an operation (MAX_REQUEST_BYTES)
 */
export async function forward(
  graphql: Handler,
  maxRequestBytes: number,
  request: Request,
  credential: string,
  context: ServerContext,
): Promise<Response> {
  try {
    checkMediaType(request.headers.get('content-type'));
    checkCoding(request.headers.get('content-encoding'));
    const parameters = await readJsonBody(request, maxRequestBytes);
    const accept = request.headers.get('accept') ?? 'application/json';
    const inner = post(request, credential, accept, parameters);
    return withSafeHeaders(await graphql(inner, innerContext(context)));
  } catch (error) {
    if (error instanceof GraphQLError) return refusal(error);
    throw error;
  }
}

/** Whether the Partner API accepts a credential; true if it does not say. One REST request. */
export async function isAccepted(
  graphql: Handler,
  credential: string,
  context: ServerContext,
): Promise<boolean> {
  const inner = post(undefined, credential, 'application/json', { query: '{ organization { id } }' });
  const { errors } = errorsSchema.parse(await (await graphql(inner, innerContext(context))).json());
  return !errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
}

/** Without node:http's request of the page: its headers are not those of the inner request. */
const innerContext = ({ requestId }: ServerContext): ServerContext =>
  requestId === undefined ? {} : { requestId };

function post(outer: Request | undefined, credential: string, accept: string, body: object): Request {
  return new Request('http://dashboard.invalid/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept, Authorization: `Bearer ${credential}` },
    body: JSON.stringify(body),
    // The operation ends when the client leaves the page.
    ...(outer && { signal: outer.signal }),
  });
}

function withSafeHeaders(response: Response): Response {
  const { headers } = response;
  for (const [name, value] of Object.entries(uncachedHeaders)) headers.set(name, value);
  // A browser would ask its user for a password.
  headers.delete('WWW-Authenticate');
  return response;
}

const refusal = ({ message, extensions: { code, http } }: GraphQLError): Response =>
  refuse(http?.status ?? 400, String(code), message);

const errorsSchema = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).default([]),
});

import { GraphQLError } from 'graphql';
import { createRequestId } from '../../operation/operation-request.js';
import { runWhole } from '../../operation/public-run.js';
import type { RunOperation } from '../../operation/run-operation.js';
import { checkCoding, checkMediaType, readJsonBody } from '../request-body.js';
import type { Handler, ServerContext } from '../request-handler.js';
import { refuse, uncachedHeaders } from './response.js';
import type { DashboardSession } from './session-store.js';

/** Forwards an operation of the page with the credential of its session, and streams the response back. */
export async function forward(
  graphql: Handler,
  maxRequestBytes: number,
  request: Request,
  { credential, ending }: DashboardSession,
  context: ServerContext,
): Promise<Response> {
  try {
    checkMediaType(request.headers.get('content-type'));
    checkCoding(request.headers.get('content-encoding'));
    const parameters = await readJsonBody(request, maxRequestBytes);
    const inner = new Request('http://dashboard.invalid/graphql', {
      method: 'POST',
      headers: innerHeaders(request, credential),
      body: JSON.stringify(parameters),
      // The client leaves the page, or its session ends.
      signal: AbortSignal.any([request.signal, ending.signal]),
    });
    // Without node:http's request of the page, whose headers are not those of the inner request, but with its response: a
    // stream has the same time limit there for a page that does not read.
    const response = await graphql(inner, { ...context, req: undefined });
    for (const [name, value] of Object.entries(uncachedHeaders)) response.headers.set(name, value);
    // A browser would ask its user for a password.
    response.headers.delete('WWW-Authenticate');
    return response;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { code, http } = error.extensions;
    return refuse(http?.status ?? 400, String(code), error.message);
  }
}

/** Seconds to wait where the Partner API names none. */
const unnamedWait = 5;

/** The refusal of a credential that the Partner API does not accept, or that cannot be checked now: one REST request. */
export async function refuseUnaccepted(
  run: RunOperation,
  credential: string,
  { requestId = createRequestId() }: ServerContext,
): Promise<Response | undefined> {
  const request = {
    query: '{ organization { id } }',
    credential: { kind: 'usable', credential },
    requestId,
  } as const;
  const { errors = [] } = await runWhole(run, undefined, () => request);
  // A credential that lacks scopes may still be accepted.
  const facts = errors.map(({ extensions }) => extensions).filter(({ code }) => code !== 'FORBIDDEN');
  const [first] = facts;
  if (first === undefined) return undefined;
  if (facts.some(({ code }) => code === 'UNAUTHENTICATED'))
    return refuse(401, 'UNAUTHENTICATED', 'The Partner API does not know this credential.');
  const { code, retryAfterSeconds } = first;
  const reason =
    code === 'RATE_LIMITED' ? 'The quota of the Partner API is spent' : 'The Partner API cannot be reached';
  const wait = typeof retryAfterSeconds === 'number' ? Math.ceil(retryAfterSeconds) : unnamedWait;
  const message = `${reason}, so the credential could not be checked. Try again in ${wait} s.`;
  return refuse(503, String(code), message, { 'Retry-After': String(wait) });
}

/** As harmless as at `/graphql`: line breaks never get into a `Headers`, and node:http bounds the size of a value. */
const passed = ['accept', 'cache-control', 'x-upstream-explain'];

function innerHeaders(request: Request, credential: string): Headers {
  const headers = new Headers({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${credential}`,
  });
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

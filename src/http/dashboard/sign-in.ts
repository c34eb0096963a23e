import { GraphQLError } from 'graphql';
import { z } from 'zod';
import type { Handler, ServerContext } from '../request-handler.js';
import { readCredential } from '../../operation/operation-request.js';
import { isSecure } from '../target.js';
import { isJsonRequest, parseBody, readText } from '../request-body.js';
import { type Acceptance, checkCredential } from './graphql-proxy.js';
import { notAllowed } from '../plain-response.js';
import { json, refuse, refuseForNow, safeHeaders } from './response.js';
import {
  endedCookies,
  isFromOwnPage,
  isOfSession,
  readSessionCookie,
  sessionCookie,
  tokenHeader,
} from './guard.js';
import type { DemoCredential, DashboardSession, SessionFacts } from './session.js';
import type { DashboardSessions } from './shared-session.js';

export interface SignInOptions {
  readonly sessions: DashboardSessions;
  readonly demoCredentials: readonly DemoCredential[];
  readonly trustsProxy: boolean;
  readonly graphql: Handler;
}

/** The name of a demo credential, or a pasted credential. */
const signInSchema = z.union([
  z.strictObject({ demo: z.string().max(200) }),
  z.strictObject({ credential: z.string() }),
]);

/** Bytes of a sign-in; a credential has up to 8 KiB. */
const maxBytes = 16_384;

/** `/dashboard/session`: GET describes the session, POST signs in, DELETE signs out. No response contains a credential. */
export function createSignIn(options: SignInOptions): Handler {
  return async (request, context) => {
    if (request.method === 'GET') return showSession(options, request);
    if (request.method !== 'POST' && request.method !== 'DELETE')
      return notAllowed('GET, POST, DELETE', safeHeaders);
    if (!isFromOwnPage(request) || request.headers.get(tokenHeader) === null)
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may sign in and out.');
    return request.method === 'POST' ? signIn(options, request, context) : signOut(options, request);
  };
}

async function showSession(
  { sessions, demoCredentials, trustsProxy }: SignInOptions,
  request: Request,
): Promise<Response> {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin')
    return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask who is signed in.');
  const session = await sessions.find(readSessionCookie(request, isSecure(request, trustsProxy)));
  return json(describe(session, demoCredentials));
}

async function signIn(options: SignInOptions, request: Request, context: ServerContext): Promise<Response> {
  const { sessions, demoCredentials, trustsProxy, graphql } = options;
  const input = signInSchema.safeParse(await readJson(request));
  if (!input.success)
    return refuse(400, 'BAD_USER_INPUT', 'Send { "demo": name } or { "credential": value } as JSON.');
  const { data } = input;
  const opened =
    'demo' in data ? demoCredentials.find(({ name }) => name === data.demo) : paste(data.credential);
  if (opened === undefined) return refuse(400, 'BAD_USER_INPUT', 'demo' in data ? unknownDemo : malformed);
  const refusal = refusalOf(await checkCredential(graphql, opened.credential, context));
  if (refusal !== undefined) return refusal;
  // A new id each time, so that nobody can have planted it.
  const isOverHttps = isSecure(request, trustsProxy);
  await sessions.close(readSessionCookie(request, isOverHttps));
  const id = await sessions.open(opened);
  return json(describe(await sessions.find(id), demoCredentials), [sessionCookie(id, isOverHttps)]);
}

async function signOut(options: SignInOptions, request: Request): Promise<Response> {
  const { sessions, demoCredentials, trustsProxy } = options;
  const isOverHttps = isSecure(request, trustsProxy);
  const id = readSessionCookie(request, isOverHttps);
  const session = await sessions.find(id);
  if (session !== undefined && !isOfSession(request, session))
    return refuse(403, 'DASHBOARD_REFUSED', 'The browser has signed in elsewhere meanwhile.');
  await sessions.close(id);
  return json(describe(undefined, demoCredentials), endedCookies(isOverHttps));
}

/** No session begins with a credential that nobody has checked. */
function refusalOf(acceptance: Acceptance): Response | undefined {
  if (acceptance.kind === 'accepted') return undefined;
  if (acceptance.kind === 'refused')
    return refuse(401, 'UNAUTHENTICATED', 'The Partner API does not know this credential.');
  const { code, retryAfterSeconds } = acceptance;
  const reason =
    code === 'RATE_LIMITED' ? 'The quota of the Partner API is spent' : 'The Partner API cannot be reached';
  const message = `${reason}, so the credential could not be checked. Try again in ${retryAfterSeconds} s.`;
  return refuseForNow(code, message, retryAfterSeconds);
}

const unknownDemo = 'There is no such demo credential.';

const malformed = 'A credential is visible ASCII without white space, of at most 8 KiB.';

function paste(credential: string): SessionFacts | undefined {
  const { kind } = readCredential(`Bearer ${credential}`, 1);
  return kind === 'usable' ? { credential, name: 'your credential', scopes: undefined } : undefined;
}

/** What the page may know of a session, field by field: a spread would leak fields that are added later. */
function describe(session: DashboardSession | undefined, demos: readonly DemoCredential[]) {
  return {
    session: session ? { name: session.name, scopes: session.scopes ?? null, token: session.token } : null,
    demos: demos.map(({ name, scopes }) => ({ name, scopes })),
  };
}

/** The JSON of a small body; undefined for any other body. */
async function readJson(request: Request): Promise<unknown> {
  if (!isJsonRequest(request.headers.get('content-type'))) return undefined;
  try {
    return parseBody(await readText(request.body, maxBytes));
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

import { z } from 'zod';
import { readCredential } from '../../operation/credential.js';
import type { ServerContext } from '../server-context.js';
import { isSecure } from '../https.js';
import { answer, notAllowed, refuse } from './response.js';
import { isFromOwnPage, isOfSession, tokenHeader } from './guard.js';
import type { DemoCredential, DashboardSession, DashboardSessions } from './session.js';
import { endedCookie, readSessionCookie, sessionCookie } from './session-cookie.js';

export interface SignInOptions {
  readonly sessions: DashboardSessions;
  readonly demoCredentials: readonly DemoCredential[];
  readonly trustsProxy: boolean;
  /** Whether the Partner API knows the credential; it may say yes where it cannot tell. */
  readonly isKnown: (credential: string, context: ServerContext) => Promise<boolean>;
}

type Handler = (request: Request, context: ServerContext) => Promise<Response>;

/** Either a demo credential by its name, or a credential: pasted once, and never given back. */
const signInSchema = z.union([
  z.strictObject({ demo: z.string().max(200) }),
  z.strictObject({ credential: z.string() }),
]);

/** Bytes of a sign-in; the longest credential has 8 KiB. */
const maxBytes = 16_384;

/**
 * `/dashboard/session`: GET tells who is signed in, POST signs in, DELETE signs out. No answer holds a credential.
 */
export function createSignIn(options: SignInOptions): Handler {
  return async (request, context) => {
    if (request.method === 'GET') return whoAmI(options, request);
    if (request.method !== 'POST' && request.method !== 'DELETE') return notAllowed('GET, POST, DELETE');
    if (!isFromOwnPage(request) || request.headers.get(tokenHeader) === null)
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may sign in and out.');
    return request.method === 'POST' ? signIn(options, request, context) : signOut(options, request);
  };
}

function whoAmI({ sessions, demoCredentials }: SignInOptions, request: Request): Response {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin')
    return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask who is signed in.');
  const session = sessions.find(readSessionCookie(request.headers.get('cookie')));
  return answer(tell(session, demoCredentials));
}

async function signIn(options: SignInOptions, request: Request, context: ServerContext): Promise<Response> {
  const { sessions, demoCredentials, trustsProxy, isKnown } = options;
  const wanted = signInSchema.safeParse(await readJson(request));
  if (!wanted.success)
    return refuse(400, 'BAD_USER_INPUT', 'Send { "demo": name } or { "credential": value } as JSON.');
  const opened =
    'demo' in wanted.data ? findDemo(demoCredentials, wanted.data.demo) : paste(wanted.data.credential);
  if (opened === undefined)
    return refuse(
      400,
      'BAD_USER_INPUT',
      'demo' in wanted.data ? 'There is no such demo credential.' : malformed,
    );
  if (!('demo' in wanted.data) && !(await isKnown(opened.credential, context)))
    return refuse(401, 'UNAUTHENTICATED', 'The Partner API does not know this credential.');
  // A new id each time: nobody can have planted it beforehand.
  sessions.close(readSessionCookie(request.headers.get('cookie')));
  const id = sessions.open(opened);
  return answer(tell(sessions.find(id), demoCredentials), {
    'Set-Cookie': sessionCookie(id, isSecure(request, trustsProxy)),
  });
}

function signOut({ sessions, demoCredentials, trustsProxy }: SignInOptions, request: Request): Response {
  const id = readSessionCookie(request.headers.get('cookie'));
  const session = sessions.find(id);
  if (session !== undefined && !isOfSession(request, session))
    return refuse(403, 'DASHBOARD_REFUSED', 'The browser has signed in elsewhere meanwhile.');
  sessions.close(id);
  return answer(tell(undefined, demoCredentials), {
    'Set-Cookie': endedCookie(isSecure(request, trustsProxy)),
  });
}

const malformed = 'A credential is visible ASCII without white space, of at most 8 KiB.';

function paste(credential: string): Omit<DashboardSession, 'token'> | undefined {
  const { kind } = readCredential(`Bearer ${credential}`, 1);
  return kind === 'usable' ? { credential, name: 'your credential', scopes: undefined } : undefined;
}

const findDemo = (demos: readonly DemoCredential[], wanted: string): DemoCredential | undefined =>
  demos.find(({ name }) => name === wanted);

/** Everything that the page may know of a session, member by member: a spread would tell what is added later. */
function tell(session: DashboardSession | undefined, demos: readonly DemoCredential[]) {
  return {
    session:
      session === undefined
        ? null
        : { name: session.name, scopes: session.scopes ?? null, token: session.token },
    demos: demos.map(({ name, scopes }) => ({ name, scopes })),
  };
}

/** The JSON of a small body; undefined for anything else. */
async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxBytes) return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The server side of the dashboard (docs/dashboard.md). */
import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { Lifetime } from '../../base/lifetime.js';
import { httpError } from '../../document/parameters.js';
import { serveAsset } from '../../http/asset.js';
import { checkMediaType, parseBody, readBodyText } from '../../http/request-body.js';
import { type Handler, type ServerContext, withHeaders } from '../../http/request-handler.js';
import { notAllowed, toRefusal } from '../../http/response.js';
import type { Route } from '../../http/route.js';
import { isSecure } from '../../http/target.js';
import { createRequestId, readCredential } from '../../operation/operation-request.js';
import { runWhole } from '../../operation/public-run.js';
import type { Runtime } from '../../operation/runtime.js';
import { GuessLimit } from './guess-limit.js';
import { fileHeaders, pageHeaders, readDashboardAssets, safeHeaders } from './page-asset.js';
import { type DashboardSession, type SessionFacts, SessionStore } from './session-store.js';
import {
  type DashboardSource,
  type DemoCredential,
  endedCookies,
  isFromOwnPage,
  readSessionCookie,
  sessionCookie,
  tokenHeader,
} from './session.js';

const signInSchema = z.union([
  z.strictObject({ demo: z.string().max(200) }),
  z.strictObject({ credential: z.string() }),
]);

/** Bytes of a sign-in; a credential has up to 8 KiB. */
const maxBytes = 16_384;

/**
 * @param source undefined where the dashboard is switched off
 * @param graphql the façade's own `/graphql`: the router would miss HTTPS on an inner request
 */
export const createDashboardRoutes = (
  runtime: Runtime,
  source: DashboardSource | undefined,
  graphql: Handler,
): readonly Route[] => (source === undefined ? [] : new Dashboard(runtime, source, graphql).routes);

/**
 * The page and its files, and the backend-for-frontend through which the page reads. A visitor
 * pastes a credential once or chooses one by name. It stays on the server; the page has a cookie
 * that no script can read.
 */
class Dashboard {
  readonly routes: readonly Route[];
  private readonly demos: readonly DemoCredential[];
  private readonly sessions: SessionStore;
  private readonly guesses = new GuessLimit();

  constructor(
    private readonly runtime: Runtime,
    source: DashboardSource,
    private readonly graphql: Handler,
  ) {
    const { page, files } = readDashboardAssets(source.assets);
    this.demos = source.demoCredentials ?? [];
    this.sessions = new SessionStore(runtime.parts.shared);
    const session = withHeaders(this.serveSession.bind(this), uncachedHeaders);
    const forward = withHeaders(this.forward.bind(this), uncachedHeaders);
    this.routes = [
      { path: '/', handler: (request) => serveAsset(request, page, pageHeaders) },
      ...[...files].map(([path, file]): Route => ({
        path,
        handler: (request) => serveAsset(request, file, fileHeaders),
      })),
      { path: '/dashboard/session', handler: session },
      { path: '/dashboard/graphql', handler: forward },
    ];
  }

  /**
   * Forwards an operation of the page with the credential of its session, and streams the response
   * back.
   */
  private async forward(request: Request, context: ServerContext): Promise<Response> {
    if (request.method !== 'POST') return notAllowed('POST');
    if (!isFromOwnPage(request)) {
      throw foreign('Only the dashboard’s own page may ask here: use /graphql.');
    }
    const session = await this.sessions.find(this.idOf(request));
    if (session === undefined || request.headers.get(tokenHeader) !== session.token) {
      throw sessionEnded();
    }
    const headers = new Headers({ Authorization: `Bearer ${session.credential}` });
    for (const name of passedHeaders) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const ended = session.ending.signal;
    // The client leaves the page, or its session ends.
    const signal = AbortSignal.any([request.signal, ended]);
    try {
      return await this.forwardWith(request, context, headers, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // Nobody reads the response to a client that has left.
      return ended.aborted ? toRefusal(sessionEnded()) : new Response(null, { status: 499 });
    }
  }

  private async forwardWith(
    request: Request,
    context: ServerContext,
    headers: Headers,
    signal: AbortSignal,
  ): Promise<Response> {
    const inner = new Request('http://dashboard.invalid/graphql', {
      method: 'POST',
      headers,
      body: await readBodyText(request, this.runtime.settings.MAX_REQUEST_BYTES),
      signal,
    });
    // Without node:http's request of the page, whose headers are not those of the inner request,
    // but with its response: a stream has the same time limit there for a page that does not read.
    const response = await this.graphql(inner, { ...context, req: undefined });
    // A browser would ask its user for a password.
    response.headers.delete('WWW-Authenticate');
    return response;
  }

  /**
   * GET describes the session, POST signs in, DELETE signs out. No response contains a credential.
   */
  private async serveSession(request: Request, context: ServerContext): Promise<Response> {
    const { method, headers } = request;
    if (method === 'GET') {
      if (!isFromOwnPage(request)) {
        throw foreign('Only the dashboard’s own page may ask who is signed in.');
      }
      return this.show(await this.sessions.find(this.idOf(request)));
    }
    if (method !== 'POST' && method !== 'DELETE') return notAllowed('GET, POST, DELETE');
    if (!isFromOwnPage(request) || headers.get(tokenHeader) === null) {
      throw foreign('Only the dashboard’s own page may sign in and out.');
    }
    return method === 'POST' ? this.signIn(request, context) : this.signOut(request);
  }

  private async signIn(request: Request, context: ServerContext): Promise<Response> {
    const input = signInSchema.safeParse(await readJson(request));
    if (!input.success) throw badInput('Send { "demo": name } or { "credential": value } as JSON.');
    const { data } = input;
    const opened = 'demo' in data ? this.chooseDemo(data.demo) : paste(data.credential);
    await this.check(opened.credential, context);
    // A new id each time, so that nobody can have planted it.
    await this.sessions.close(this.idOf(request));
    const id = await this.sessions.open(opened);
    return this.show(await this.sessions.find(id), [sessionCookie(id, this.isSecure(request))]);
  }

  private chooseDemo(wanted: string): SessionFacts {
    const demo = this.demos.find(({ name }) => name === wanted);
    if (demo === undefined) throw badInput('There is no such demo credential.');
    return demo;
  }

  /** Checks a credential; one that no operation has used here yet may be a guess. */
  private async check(credential: string, context: ServerContext): Promise<void> {
    if (this.runtime.tenantOf(credential).isAccepted) {
      return this.checkAccepted(credential, context);
    }
    this.guesses.take();
    await this.checkAccepted(credential, context);
    this.guesses.giveBack();
  }

  /**
   * Sends one REST request.
   *
   * @throws GraphQLError for a credential that the Partner API does not accept, or that cannot be
   *   checked now
   */
  private async checkAccepted(
    credential: string,
    { requestId = createRequestId() }: ServerContext,
  ): Promise<void> {
    const { errors = [] } = await runWhole(this.runtime, new Lifetime(), () => ({
      query: '{ organization { id } }',
      credential: { kind: 'usable', credential },
      requestId,
    }));
    const facts = errors[0]?.extensions;
    // A credential that lacks scopes may still be accepted.
    if (facts === undefined || facts['code'] === 'FORBIDDEN') return;
    const { code, retryAfterSeconds } = facts;
    if (code === 'UNAUTHENTICATED') {
      throw httpError(401, 'The Partner API does not know this credential.', 'UNAUTHENTICATED');
    }
    throw uncheckable(
      code,
      typeof retryAfterSeconds === 'number' ? retryAfterSeconds : unnamedWait,
    );
  }

  private async signOut(request: Request): Promise<Response> {
    const session = await this.sessions.find(this.idOf(request));
    if (session !== undefined && request.headers.get(tokenHeader) !== session.token) {
      throw foreign('The browser has signed in elsewhere meanwhile.');
    }
    await this.sessions.close(this.idOf(request));
    return this.show(undefined, endedCookies(this.isSecure(request)));
  }

  /**
   * What the page may know of a session, field by field: a spread would leak fields that are added
   * later.
   */
  private show(session: DashboardSession | undefined, cookies: readonly string[] = []): Response {
    const response = Response.json({
      session: session
        ? { name: session.name, scopes: session.scopes ?? null, token: session.token }
        : null,
      demos: this.demos.map(({ name, scopes }) => ({ name, scopes })),
    });
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
    return response;
  }

  private isSecure(request: Request): boolean {
    return isSecure(request, this.runtime.settings.TRUST_PROXY);
  }

  private idOf(request: Request): string | undefined {
    return readSessionCookie(request, this.isSecure(request));
  }
}

const sessionEnded = (): GraphQLError =>
  httpError(401, 'The session has ended. Sign in again.', 'SESSION_ENDED');

/** The Partner API does not say now whether it knows a credential. */
function uncheckable(code: unknown, retryAfterSeconds: number): GraphQLError {
  const reason =
    code === 'RATE_LIMITED'
      ? 'The quota of the Partner API is spent'
      : 'The Partner API cannot be reached';
  const wait = Math.ceil(retryAfterSeconds);
  const message = `${reason}, so the credential could not be checked. Try again in ${wait} s.`;
  return httpError(503, message, String(code), { 'Retry-After': String(wait) });
}

const foreign = (message: string): GraphQLError => httpError(403, message, 'DASHBOARD_REFUSED');

const badInput = (message: string): GraphQLError => httpError(400, message, 'BAD_USER_INPUT');

/** No cache keeps what a session has. */
const uncachedHeaders = { ...safeHeaders, 'Cache-Control': 'no-store' };

/**
 * As harmless as at `/graphql`: line breaks never get into a `Headers`, and node:http bounds the
 * size of a value.
 */
const passedHeaders = [
  'accept',
  'cache-control',
  'content-encoding',
  'content-type',
  'x-upstream-explain',
];

/** Seconds to wait where the Partner API names none. */
const unnamedWait = 5;

function paste(credential: string): SessionFacts {
  const { kind } = readCredential(`Bearer ${credential}`, 1);
  if (kind === 'usable') return { credential, name: 'your credential', scopes: undefined };
  throw badInput('A credential is visible ASCII without white space, of at most 8 KiB.');
}

/** The JSON of a small body; undefined for any other body. */
async function readJson(request: Request): Promise<unknown> {
  try {
    checkMediaType(request.headers.get('content-type'));
    return parseBody(await readBodyText(request, maxBytes));
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

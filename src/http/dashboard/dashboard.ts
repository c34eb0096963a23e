import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { readCredential } from '../../operation/operation-request.js';
import { notAllowed } from '../response.js';
import { isJsonRequest, parseBody, readBodyText } from '../request-body.js';
import type { Handler, HttpOptions, ServerContext } from '../request-handler.js';
import { isSecure } from '../target.js';
import { type DashboardAssets, readDashboardAssets, serveAsset } from './asset.js';
import { forward, refuseUnaccepted } from './graphql-proxy.js';
import { fileHeaders, json, pageHeaders, refuse, safeHeaders } from './response.js';
import {
  type DashboardSource,
  type DemoCredential,
  endedCookies,
  isFromOwnPage,
  isOfSession,
  readSessionCookie,
  sessionCookie,
  tokenHeader,
} from './session.js';
import { type DashboardSession, type SessionFacts, SessionStore } from './session-store.js';

const signInSchema = z.union([
  z.strictObject({ demo: z.string().max(200) }),
  z.strictObject({ credential: z.string() }),
]);

/** Bytes of a sign-in; a credential has up to 8 KiB. */
const maxBytes = 16_384;

/**
 * The page and its files, and the backend-for-frontend through which the page reads. A visitor pastes a credential once
 * or chooses one by name. It stays on the server; the page has a cookie that no script can read.
 */
export class Dashboard {
  private readonly assets: DashboardAssets;
  private readonly demos: readonly DemoCredential[];
  private readonly sessions: SessionStore;

  /** @param graphql the façade's own `/graphql`, called without a detour over the network */
  constructor(
    private readonly options: HttpOptions,
    source: DashboardSource,
    private readonly graphql: Handler,
  ) {
    this.assets = readDashboardAssets(source.assets);
    this.demos = source.demoCredentials ?? [];
    this.sessions = new SessionStore(options.runtime.parts.fleet);
  }

  /** Undefined for a path that does not belong to the dashboard. */
  async serve(request: Request, path: string, context: ServerContext): Promise<Response | undefined> {
    const { page, files } = this.assets;
    if (path === '/') return serveAsset(request, page, pageHeaders);
    if (path === '/dashboard/session') return this.serveSession(request, context);
    if (path === '/dashboard/graphql') return this.forward(request, context);
    const file = files.get(path);
    return file && serveAsset(request, file, fileHeaders);
  }

  private async forward(request: Request, context: ServerContext): Promise<Response> {
    if (request.method !== 'POST') return notAllowed('POST', safeHeaders);
    if (!isFromOwnPage(request))
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask here: use /graphql.');
    const session = await this.find(request);
    if (session === undefined || !isOfSession(request, session))
      return refuse(401, 'SESSION_ENDED', 'The session has ended. Sign in again.');
    return forward(this.graphql, this.options.settings.MAX_REQUEST_BYTES, request, session, context);
  }

  /** GET describes the session, POST signs in, DELETE signs out. No response contains a credential. */
  private async serveSession(request: Request, context: ServerContext): Promise<Response> {
    const { method, headers } = request;
    if (method === 'GET') return this.show(request);
    if (method !== 'POST' && method !== 'DELETE') return notAllowed('GET, POST, DELETE', safeHeaders);
    if (!isFromOwnPage(request) || headers.get(tokenHeader) === null)
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may sign in and out.');
    return method === 'POST' ? this.signIn(request, context) : this.signOut(request);
  }

  private async show(request: Request): Promise<Response> {
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin')
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask who is signed in.');
    return json(this.stateOf(await this.find(request)));
  }

  private async signIn(request: Request, context: ServerContext): Promise<Response> {
    const input = signInSchema.safeParse(await readJson(request));
    if (!input.success)
      return refuse(400, 'BAD_USER_INPUT', 'Send { "demo": name } or { "credential": value } as JSON.');
    const { data } = input;
    const opened =
      'demo' in data ? this.demos.find(({ name }) => name === data.demo) : paste(data.credential);
    if (opened === undefined) return refuse(400, 'BAD_USER_INPUT', 'demo' in data ? unknownDemo : malformed);
    const refusal = await refuseUnaccepted(this.options.run, opened.credential, context);
    if (refusal !== undefined) return refusal;
    // A new id each time, so that nobody can have planted it.
    await this.sessions.close(this.idOf(request));
    const id = await this.sessions.open(opened);
    return json(this.stateOf(await this.sessions.find(id)), [sessionCookie(id, this.isSecure(request))]);
  }

  private async signOut(request: Request): Promise<Response> {
    const session = await this.find(request);
    if (session !== undefined && !isOfSession(request, session))
      return refuse(403, 'DASHBOARD_REFUSED', 'The browser has signed in elsewhere meanwhile.');
    await this.sessions.close(this.idOf(request));
    return json(this.stateOf(undefined), endedCookies(this.isSecure(request)));
  }

  /** What the page may know of a session, field by field: a spread would leak fields that are added later. */
  private stateOf(session: DashboardSession | undefined) {
    return {
      session: session ? { name: session.name, scopes: session.scopes ?? null, token: session.token } : null,
      demos: this.demos.map(({ name, scopes }) => ({ name, scopes })),
    };
  }

  private find(request: Request): Promise<DashboardSession | undefined> {
    return this.sessions.find(this.idOf(request));
  }

  private isSecure(request: Request): boolean {
    return isSecure(request, this.options.settings.TRUST_PROXY);
  }

  private idOf(request: Request): string | undefined {
    return readSessionCookie(request, this.isSecure(request));
  }
}

const unknownDemo = 'There is no such demo credential.';

const malformed = 'A credential is visible ASCII without white space, of at most 8 KiB.';

function paste(credential: string): SessionFacts | undefined {
  const { kind } = readCredential(`Bearer ${credential}`, 1);
  return kind === 'usable' ? { credential, name: 'your credential', scopes: undefined } : undefined;
}

/** The JSON of a small body; undefined for any other body. */
async function readJson(request: Request): Promise<unknown> {
  if (!isJsonRequest(request.headers.get('content-type'))) return undefined;
  try {
    return parseBody(await readBodyText(request, maxBytes));
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

import type { SharedState } from '../../tenant/shared-state.js';
import type { Handler, ServerContext } from '../request-handler.js';
import { isSecure } from '../target.js';
import { notAllowed } from '../plain-response.js';
import { fileHeaders, pageHeaders, refuse, safeHeaders } from './response.js';
import { forward } from './graphql-proxy.js';
import { type DashboardAssets, serveAsset } from './asset.js';
import { isFromOwnPage, isOfSession, readSessionCookie } from './guard.js';
import type { DemoCredential, SessionLimits } from './session.js';
import { openSessions } from './shared-session.js';
import { createSignIn } from './sign-in.js';

/** The built dashboard and what it offers. */
export interface DashboardSource {
  /** Directory of the built page, with a slash at the end. */
  readonly assets: URL;
  /** Public credentials that a visitor may choose by name; only the simulator has any. */
  readonly demoCredentials?: readonly DemoCredential[] | undefined;
}

export interface DashboardOptions extends Omit<DashboardSource, 'assets'> {
  /** The façade's own `/graphql`, called without a detour over the network. */
  readonly graphql: Handler;
  readonly assets: DashboardAssets;
  readonly trustsProxy: boolean;
  readonly maxRequestBytes: number;
  readonly sessions?: Partial<SessionLimits>;
  /** Undefined where this process is alone. */
  readonly shared?: SharedState | undefined;
}

/** Serves one request; undefined for a path that does not belong to the dashboard. */
export type Dashboard = (
  request: Request,
  path: string,
  context: ServerContext,
) => Promise<Response> | undefined;

/**
 * The dashboard's server side: its page and files, and the backend-for-frontend through which the page reads. A visitor
 * pastes a credential once or chooses one by name. It stays on the server; the page has a cookie that no script can read.
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { assets, demoCredentials = [], trustsProxy, graphql, maxRequestBytes } = options;
  const sessions = openSessions(options.shared, options.sessions);
  const signIn = createSignIn({ sessions, demoCredentials, trustsProxy, graphql });

  const forwardFromPage: Handler = async (request, context) => {
    if (request.method !== 'POST') return notAllowed('POST', safeHeaders);
    if (!isFromOwnPage(request))
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask here: use /graphql.');
    const session = await sessions.find(readSessionCookie(request, isSecure(request, trustsProxy)));
    if (session === undefined || !isOfSession(request, session))
      return refuse(401, 'SESSION_ENDED', 'The session has ended. Sign in again.');
    return forward(graphql, maxRequestBytes, request, session, context);
  };

  return (request, path, context) => {
    if (path === '/') return Promise.resolve(serveAsset(request, assets.page, pageHeaders));
    if (path === '/dashboard/session') return signIn(request, context);
    if (path === '/dashboard/graphql') return forwardFromPage(request, context);
    const file = assets.files.get(path);
    return file && Promise.resolve(serveAsset(request, file, fileHeaders));
  };
}

import type { SharedState } from '../../tenant/shared-state.js';
import type { Handler, ServerContext } from '../request-handler.js';
import { notAllowed } from '../plain-response.js';
import { fileHeaders, pageHeaders, refuse, safeHeaders } from './response.js';
import { forward } from './graphql-proxy.js';
import { type DashboardAssets, serveAsset } from './asset.js';
import { isFromOwnPage, isOfSession } from './guard.js';
import { type SessionLimits, SessionStore } from './session-store.js';
import { SignIn, type SignInOptions } from './sign-in.js';

export interface DashboardSource extends Pick<SignInOptions, 'demoCredentials'> {
  /** Directory of the built page, with a slash at the end. */
  readonly assets: URL;
}

export interface DashboardOptions extends SignInOptions {
  readonly assets: DashboardAssets;
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
  const { assets, graphql, maxRequestBytes } = options;
  const signIn = new SignIn(options, new SessionStore(options.shared, options.sessions));

  const forwardFromPage: Handler = async (request, context) => {
    if (request.method !== 'POST') return notAllowed('POST', safeHeaders);
    if (!isFromOwnPage(request))
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask here: use /graphql.');
    const session = await signIn.find(request);
    if (session === undefined || !isOfSession(request, session))
      return refuse(401, 'SESSION_ENDED', 'The session has ended. Sign in again.');
    return forward(graphql, maxRequestBytes, request, session, context);
  };

  return (request, path, context) => {
    if (path === '/') return Promise.resolve(serveAsset(request, assets.page, pageHeaders));
    if (path === '/dashboard/session') return signIn.serve(request, context);
    if (path === '/dashboard/graphql') return forwardFromPage(request, context);
    const file = assets.files.get(path);
    return file && Promise.resolve(serveAsset(request, file, fileHeaders));
  };
}

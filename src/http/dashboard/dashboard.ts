import type { ServerContext } from '../server-context.js';
import { fileHeaders, notAllowed, pageHeaders, refuse } from './response.js';
import { createGraphQLProxy, type GraphQLHandler } from './graphql-proxy.js';
import { type DashboardAssets, readDashboardAssets, serveAsset } from './asset.js';
import { isFromOwnPage, isOfSession } from './guard.js';
import { createSessions, type DemoCredential, type SessionLimits } from './session.js';
import { createSignIn } from './sign-in.js';
import { readSessionCookie } from './session-cookie.js';

export interface DashboardOptions {
  readonly graphql: GraphQLHandler;
  readonly assets: DashboardAssets;
  /** Public credentials that a visitor may choose by name; only the simulator has any. */
  readonly demoCredentials?: readonly DemoCredential[];
  readonly trustsProxy: boolean;
  readonly maxRequestBytes: number;
  readonly sessions?: Partial<SessionLimits>;
}

/** The built dashboard and what it offers. */
export interface DashboardSource {
  /** Directory of the built page, with a slash at the end. */
  readonly assets: URL;
  /** Public credentials to choose by name. */
  readonly demoCredentials?: readonly DemoCredential[];
}

/** The dashboard of a built directory; throws like `readDashboardAssets`. */
export const openDashboard = (
  { assets, demoCredentials = [] }: DashboardSource,
  options: Pick<DashboardOptions, 'graphql' | 'trustsProxy' | 'maxRequestBytes'>,
): Dashboard => createDashboard({ assets: readDashboardAssets(assets), demoCredentials, ...options });

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
  const { assets, demoCredentials = [], trustsProxy } = options;
  const sessions = createSessions(options.sessions);
  const proxy = createGraphQLProxy(options.graphql, options.maxRequestBytes);
  const signIn = createSignIn({ sessions, demoCredentials, trustsProxy, isAccepted: proxy.isAccepted });

  const graphql = async (request: Request, context: ServerContext): Promise<Response> => {
    if (request.method !== 'POST') return notAllowed('POST');
    if (!isFromOwnPage(request))
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask here: use /graphql.');
    const session = sessions.find(readSessionCookie(request.headers.get('cookie')));
    if (session === undefined || !isOfSession(request, session))
      return refuse(401, 'SESSION_ENDED', 'The session has ended. Sign in again.');
    return proxy.forward(request, session.credential, context);
  };

  return (request, path, context) => {
    if (path === '/') return Promise.resolve(serveAsset(request, assets.page, pageHeaders));
    if (path === '/dashboard/session') return signIn(request, context);
    if (path === '/dashboard/graphql') return graphql(request, context);
    const file = assets.files.get(path);
    return file && Promise.resolve(serveAsset(request, file, fileHeaders));
  };
}

import type { ServerContext } from '../server-context.js';
import { fileHeaders, notAllowed, pageHeaders, refuse } from './response.js';
import { createAsk, type GraphQLHandler } from './graphql-proxy.js';
import { type DashboardAssets, serveAsset } from './asset.js';
import { isFromOwnPage, isOfSession } from './guard.js';
import { createSessions, type DemoCredential, type SessionLimits } from './session.js';
import { createSignIn } from './sign-in.js';
import { readSessionCookie } from './session-cookie.js';

export interface DashboardOptions {
  readonly graphql: GraphQLHandler;
  readonly assets: DashboardAssets;
  /** Credentials that a visitor may pick by name. Only public ones, so only beside the simulator. */
  readonly demoCredentials?: readonly DemoCredential[];
  readonly trustsProxy: boolean;
  readonly maxRequestBytes: number;
  readonly sessions?: Partial<SessionLimits>;
}

/** Serves one request; undefined for a path that is none of the dashboard's. */
export type Dashboard = (
  request: Request,
  path: string,
  context: ServerContext,
) => Promise<Response> | undefined;

/**
 * The dashboard's server side: its page and files, and the backend-for-frontend through which the page reads. A
 * credential goes in once or is picked by name, and stays here; the page holds a cookie that no script can read.
 */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { assets, demoCredentials = [], trustsProxy } = options;
  const sessions = createSessions(options.sessions);
  const ask = createAsk(options.graphql, options.maxRequestBytes);
  const signIn = createSignIn({ sessions, demoCredentials, trustsProxy, isKnown: ask.isKnown });

  const graphql = async (request: Request, context: ServerContext): Promise<Response> => {
    if (request.method !== 'POST') return notAllowed('POST');
    if (!isFromOwnPage(request))
      return refuse(403, 'DASHBOARD_REFUSED', 'Only the dashboard’s own page may ask here: use /graphql.');
    const session = sessions.find(readSessionCookie(request.headers.get('cookie')));
    if (session === undefined || !isOfSession(request, session))
      return refuse(401, 'SESSION_ENDED', 'The session has ended. Sign in again.');
    return ask.operation(request, session.credential, context);
  };

  return (request, path, context) => {
    if (path === '/') return Promise.resolve(serveAsset(request, assets.page, pageHeaders));
    if (path === '/dashboard/session') return signIn(request, context);
    if (path === '/dashboard/graphql') return graphql(request, context);
    const file = assets.files.get(path);
    return file && Promise.resolve(serveAsset(request, file, fileHeaders));
  };
}

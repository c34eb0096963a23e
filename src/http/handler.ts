import type { GraphQLSchema } from 'graphql';
import type { Observer, Within } from '../operation/observer.js';
import type { RunOperation } from '../operation/run-operation.js';
import { type DashboardSource, openDashboard } from './dashboard/dashboard.js';
import { createFastPath } from './fast-path.js';
import { createGraphiQL } from './graphiql/graphiql.js';
import type { RequestHandler } from './request-handler.js';
import { createRouter, type Handler, type Router } from './router.js';
import { createGraphQLHttp } from './yoga.js';

/** The settings of HTTP, by their names. */
export interface HttpSettings {
  readonly isProduction: boolean;
  readonly CORS_ORIGINS: readonly string[];
  readonly GRAPHIQL: boolean;
  readonly MAX_REQUEST_BYTES: number;
  readonly TRUST_PROXY: boolean;
}

export interface HttpParts {
  /** Path of GraphQL. */
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly run: RunOperation;
  /** Fills in GraphiQL's header; undefined in front of a real Partner API. */
  readonly demoCredential: string | undefined;
  /** Undefined if it is switched off. */
  readonly dashboard: DashboardSource | undefined;
  readonly metrics: () => Promise<Response>;
  readonly observer: Pick<Observer, 'httpEnded'>;
  readonly failed: (error: unknown, requestId: string) => void;
  /** Undefined without tracing. */
  readonly within: Within | undefined;
}

export type HttpHandler = RequestHandler & Pick<Router, 'startDraining'>;

/** Everything that is served over HTTP: the router, and the fast path past it. */
export function createHttpHandler(settings: HttpSettings, parts: HttpParts): HttpHandler {
  const { path, schema, run, within, metrics, demoCredential } = parts;
  const maxRequestBytes = settings.MAX_REQUEST_BYTES;
  const trustsProxy = settings.TRUST_PROXY;
  const corsOrigins = settings.CORS_ORIGINS;
  const common = {
    path,
    requiresHttps: settings.isProduction,
    trustsProxy,
    vary: corsOrigins.length === 0 ? 'Authorization' : 'Authorization, Origin',
    ended: parts.observer.httpEnded,
    failed: parts.failed,
  };
  const yoga = createGraphQLHttp({ schema, run, maxRequestBytes, corsOrigins });
  const graphql: Handler = async (request, context) => yoga.fetch(request, context);
  const { fetch, startDraining } = createRouter({
    ...common,
    graphql,
    graphiql: settings.GRAPHIQL ? createGraphiQL(demoCredential) : undefined,
    // Its operations go to Yoga directly: the router would miss HTTPS on the inner request.
    dashboard: parts.dashboard && openDashboard(parts.dashboard, { graphql, trustsProxy, maxRequestBytes }),
    metrics,
    within,
  });
  // The fast path reads no trace context.
  const fastPath = within === undefined ? createFastPath({ ...common, run, maxRequestBytes }) : () => false;
  return { fetch, fastPath, startDraining };
}

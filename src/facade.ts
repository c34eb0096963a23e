import type { GraphQLSchema } from 'graphql';
import { schema } from './graphql/schema.js';
import { createLimiter } from './tenant/limiter.js';
import { fairShare } from './tenant/fair-share.js';
import { createSession } from './loaders/session.js';
import { createTenants } from './tenant/tenant.js';
import { createClient } from './rest/client.js';
import { createFetchTransport } from './rest/transport/fetch-transport.js';
import { createRetryBudget } from './rest/retry-budget.js';
import { createUndiciTransport } from './rest/transport/undici-transport.js';
import { createResponseMemo } from './rest/response-memo.js';
import type { Transport } from './rest/transport/transport.js';
import { readSettingsInput, type Settings, SettingsError, type SettingsInput } from './config.js';
import { defaultPath, findPathFault } from './http/graphql-path.js';
import { createAdmission } from './operation/admission.js';
import { createDocuments, type DocumentResult } from './operation/documents/document.js';
import { createExecute } from './operation/execute.js';
import { createFastPath } from './http/fast-path.js';
import { createGraphiQL } from './http/graphiql/graphiql.js';
import { createGraphQLHttp } from './http/yoga.js';
import type { NodeRequest, NodeResponse } from './http/node-http.js';
import { createLogger, logUnexpected, observeInLog } from './telemetry/log.js';
import type { Logger } from './telemetry/logger.js';
import { createMetrics } from './telemetry/metric.js';
import { observeAll } from './operation/observer.js';
import { createRunOperation } from './operation/run-operation.js';
import { createFindDocument } from './operation/documents/persisted-document.js';
import { createDashboard, type Dashboard } from './http/dashboard/dashboard.js';
import type { GraphQLHandler } from './http/dashboard/graphql-proxy.js';
import { readDashboardAssets } from './http/dashboard/asset.js';
import type { DemoCredential } from './http/dashboard/session.js';
import { createPublicRun } from './operation/public-run.js';
import { createRouter } from './http/router.js';
import type { RunRequest, RunResult } from './operation/run-request.js';
import type { ServerContext } from './http/server-context.js';
import { openTracing } from './telemetry/trace.js';
import { reportAtStart } from './telemetry/report-at-start.js';
import {
  createTrustedDocuments,
  ManifestError,
  readManifestFile,
  type TrustedDocuments,
} from './operation/documents/trusted-document.js';

export { SettingsError };
export type { Logger, RunRequest, RunResult, ServerContext, Settings, SettingsInput };

export interface FacadeOptions {
  /** {base_url} of the Partner API. */
  readonly partnerApiUrl: string;
  /** Settings by the names of their environment variables; what is left out has its default. */
  readonly settings?: SettingsInput;
  /** Where GraphQL is served, `/graphql` by default; `/health/…`, `/metrics` and the dashboard stay where they are. */
  readonly path?: string;
  /** Reads the Partner API with this `fetch` in place of undici, for runtimes that have no sockets. */
  readonly fetch?: typeof fetch;
  /** `reference` has every operation executed by graphql-js, to be compared with; `planned` by default. */
  readonly execution?: 'planned' | 'reference';
  /** A manifest of trusted documents, in place of the file that TRUSTED_DOCUMENTS names. */
  readonly trustedDocuments?: unknown;
  /** Carries the requests in place of undici; for tests and measurements. */
  readonly transport?: Transport;
  readonly logger?: Logger;
  /** A demo credential for GraphiQL to be filled in with; never one that is not public. */
  readonly demoCredential?: string;
  /** Serves the dashboard at `/`; left out, there is none. */
  readonly dashboard?: {
    /** Directory of the built page, with a slash at the end. */
    readonly assets: URL;
    /** Credentials to pick by name; only public ones. */
    readonly demoCredentials?: readonly DemoCredential[];
  };
  /** False where another process of the same program has already logged what is to be known at the start. */
  readonly reportsAtStart?: boolean;
}

export interface Facade {
  /** Serves one request: a fetch handler for any runtime. */
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  /**
   * The short way for plain requests under node:http; false hands a request on to `fetch`. See `http/fast-path.ts`.
   * A method, so that a listener of node:http's own types is one.
   */
  fastPath(request: NodeRequest, response: NodeResponse): boolean;
  /** Runs one operation without HTTP around it. */
  readonly run: (request: RunRequest) => Promise<RunResult>;
  readonly schema: GraphQLSchema;
  readonly settings: Settings;
  readonly logger: Logger;
  /** Prometheus text, as `/metrics` serves it. */
  readonly metrics: () => Promise<Response>;
  /** While draining, readiness says 503. */
  readonly startDraining: () => void;
  /** Closes the connections to the Partner API. */
  close(): Promise<void>;
}

/**
 * Puts the façade together: the composition root, and the library's entry.
 *
 * @throws SettingsError with a line for each bad setting, unknown name, or path that cannot be served
 */
export function createFacade(options: FacadeOptions): Facade {
  const settings = readSettingsInput(options.settings ?? {}, options.partnerApiUrl);
  const path = readPath(options.path);
  const logger = options.logger ?? createLogger(settings.LOG_LEVEL);
  const processLimiter = createLimiter(
    settings.UPSTREAM_MAX_CONNECTIONS,
    fairShare(settings.UPSTREAM_MAX_CONNECTIONS),
  );
  const metrics = createMetrics(() => processLimiter.size().waiting);
  const tracing = settings.TRACING ? openTracing() : undefined;
  const observer = observeAll([
    ...(tracing ? [tracing.observer] : []),
    metrics.observer,
    observeInLog(logger),
  ]);
  const plain = options.transport ?? createTransport(options, settings);
  const transport = tracing?.trace(plain) ?? plain;
  const client = createClient({
    transport,
    timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    observer: observer.wire,
    retries: createRetryBudget(),
    responseMemo: createResponseMemo(settings.UNCHANGED_MAX_BYTES),
  });
  const tenants = createTenants(() => performance.now(), settings.MAX_COOL_DOWN_SECONDS);
  const limits = {
    maxConcurrency: settings.UPSTREAM_MAX_CONCURRENCY,
    maxRequests: settings.MAX_UPSTREAM_REQUESTS,
    timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
  };
  const documents = createDocuments({
    schema,
    limits: {
      maxDepth: settings.MAX_QUERY_DEPTH,
      maxTokens: settings.MAX_QUERY_TOKENS,
      maxAliases: settings.MAX_QUERY_ALIASES,
    },
    introspection: settings.INTROSPECTION,
  });
  const run = createRunOperation({
    admission: createAdmission(settings.MAX_OPERATIONS, () => processLimiter.unprovenWaitMs()),
    execute: createExecute({
      schema,
      isPlanned: options.execution !== 'reference',
      maxNodes: settings.MAX_RESPONSE_NODES,
    }),
    documents: createFindDocument({
      check: documents,
      trusted: openTrustedDocuments(options, settings, documents),
      mode: settings.TRUSTED_DOCUMENTS_MODE ?? 'allow',
      apq: settings.APQ,
    }),
    tenantOf: tenants.of,
    openSession: (request) =>
      createSession({
        client,
        limits,
        processLimiter,
        ...request,
      }),
    timeoutMs: settings.OPERATION_TIMEOUT_MS,
    maxPageSize: settings.MAX_PAGE_SIZE,
    maxListArgument: settings.MAX_LIST_ARGUMENT,
    maxNodes: settings.MAX_RESPONSE_NODES,
    report: (error, { requestId, credential }) => {
      const secret = credential.kind === 'usable' ? credential.credential : undefined;
      logUnexpected(logger, error, requestId, secret);
      return requestId;
    },
    observer,
  });
  const graphql = createGraphQLHttp({
    schema,
    run,
    maxRequestBytes: settings.MAX_REQUEST_BYTES,
    corsOrigins: settings.CORS_ORIGINS,
  });
  const failed = (error: unknown, requestId: string): void => logUnexpected(logger, error, requestId);
  const shared = {
    requiresHttps: settings.isProduction,
    trustsProxy: settings.TRUST_PROXY,
    vary: settings.CORS_ORIGINS.length === 0 ? 'Authorization' : 'Authorization, Origin',
    ended: observer.httpEnded,
    failed,
  };
  const router = createRouter({
    ...shared,
    path,
    graphql: async (request, context) => graphql.fetch(request, context),
    graphiql: settings.GRAPHIQL ? createGraphiQL(options.demoCredential) : undefined,
    // Its operations go to Yoga and not through the router, which would miss HTTPS on the inner request.
    dashboard: openDashboard(options, settings, async (request, context) => graphql.fetch(request, context)),
    metrics: metrics.read,
    within: tracing?.within,
  });
  if (options.reportsAtStart !== false) reportAtStart(logger, settings, tracing);
  return {
    fetch: router.fetch,
    run: createPublicRun(run),
    // A trace begins in the usual door.
    fastPath:
      tracing === undefined
        ? createFastPath({ ...shared, path, run, maxRequestBytes: settings.MAX_REQUEST_BYTES })
        : () => false,
    schema,
    settings,
    logger,
    metrics: metrics.read,
    startDraining: router.startDraining,
    close: () => client.close(),
  };
}

/** @throws SettingsError where nothing can be served there */
function readPath(path = defaultPath): string {
  const fault = findPathFault(path);
  if (fault === undefined) return path;
  throw new SettingsError(`path holds ${JSON.stringify(path.slice(0, 200))}, and must be ${fault}.`);
}

function openDashboard(
  { dashboard }: FacadeOptions,
  settings: Settings,
  graphql: GraphQLHandler,
): Dashboard | undefined {
  if (dashboard === undefined) return undefined;
  return createDashboard({
    graphql,
    assets: readDashboardAssets(dashboard.assets),
    demoCredentials: dashboard.demoCredentials ?? [],
    trustsProxy: settings.TRUST_PROXY,
    maxRequestBytes: settings.MAX_REQUEST_BYTES,
  });
}

/** @throws SettingsError with one line that tells what the manifest must be */
function openTrustedDocuments(
  { trustedDocuments }: FacadeOptions,
  { TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_MODE: mode }: Settings,
  check: (text: string) => DocumentResult,
): TrustedDocuments | undefined {
  if (mode === 'off') return undefined;
  if (path === undefined && trustedDocuments === undefined) {
    if (mode === undefined) return undefined;
    throw new SettingsError(`TRUSTED_DOCUMENTS holds nothing, and TRUSTED_DOCUMENTS_MODE is ${mode}.`);
  }
  try {
    return createTrustedDocuments(trustedDocuments ?? readManifestFile(path ?? ''), check);
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const held = trustedDocuments === undefined ? JSON.stringify(path) : 'a manifest';
    throw new SettingsError(`TRUSTED_DOCUMENTS holds ${held}, and must be ${error.message}.`);
  }
}

function createTransport({ fetch: fetchFn }: FacadeOptions, settings: Settings): Transport {
  const options = {
    baseUrl: settings.PARTNER_API_URL ?? '',
    maxBytes: settings.MAX_RESPONSE_BYTES,
    connectTimeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    maxConnections: settings.UPSTREAM_MAX_CONNECTIONS,
    cacheBytes: settings.CACHE === 'memory' ? settings.CACHE_MAX_BYTES : undefined,
  };
  return fetchFn === undefined ? createUndiciTransport(options) : createFetchTransport(options, fetchFn);
}

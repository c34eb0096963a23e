import type { GraphQLSchema } from 'graphql';
import type { Registry } from 'prom-client';
import { readSettingsInput, type Settings, SettingsError, type SettingsInput } from './config.js';
// Before what else imports types: modules add them to the schema in the order in which they load.
import { schema as publicSchema } from './graphql/schema.js';
import { createOrganizationMetricsRoutes } from './extra/exporter/organization-metrics.js';
import { toSubgraph } from './extra/federation/subgraph.js';
import { withGraphiQL } from './extra/graphiql/graphiql.js';
import { createMcpRoutes, mcpPath } from './extra/mcp/mcp.js';
import type { DashboardSource } from './extra/sign-in/session.js';
import { createDashboardRoutes } from './extra/sign-in/sign-in.js';
import type { Printer } from './http/content.js';
import { defaultPath, findPathFault } from './http/target.js';
import {
  type HttpOptions,
  type ServedFacade,
  type ServerContext,
  uncached,
} from './http/request-handler.js';
import { printResponse, printResponseInSlices } from './http/response.js';
import { Writer } from './http/writer.js';
import { createGraphQL, Router } from './http/router.js';
import type { Route } from './http/route.js';
import type { ExecuteRun } from './operation/execute.js';
import { ManifestError } from './document/manifest-error.js';
import { exportMode, printFile } from './extra/export/export.js';
import { type Live, openLive } from './extra/live/live.js';
import { createPublicRun, type RunRequest, type RunResult } from './operation/public-run.js';
import { Runtime, type RuntimeParts } from './operation/runtime.js';
import { type FleetSource, openFleet } from './extra/fleet/sealed-state.js';
import { quote } from './partner/quote.js';
import { createClient } from './rest/client.js';
import type { Transport } from './rest/transport/transport.js';
import { ResponseStore } from './tenant/response-store.js';
import { Limiter } from './tenant/limiter.js';
import { Alone } from './shared/alone.js';
import type { SharedState } from './shared/shared-state.js';
import type { Logger } from './extra/telemetry/log.js';
import {
  createMetricsRoutes,
  openTelemetry,
  reportAtStart,
  type Telemetry,
} from './extra/telemetry/telemetry.js';

export { SettingsError };
export type { Logger, RunRequest, RunResult, ServerContext, Settings, SettingsInput };

export interface FacadeOptions {
  /** {base_url} of the Partner API. */
  readonly partnerApiUrl: string;
  /** Settings by the names of their environment variables; each has a default. */
  readonly settings?: SettingsInput;
  /**
   * Path of GraphQL, `/graphql` by default; `/health/…`, `/metrics` and the dashboard keep their
   * addresses.
   */
  readonly path?: string;
  /** Reads the Partner API with this `fetch` instead of undici, for runtimes without sockets. */
  readonly fetch?: typeof fetch;
  /** A manifest of trusted documents, in place of the file that TRUSTED_DOCUMENTS names. */
  readonly trustedDocuments?: unknown;
  /** Sends the REST requests instead of undici; for tests and measurements. */
  readonly transport?: Transport;
  /** Executes operations instead of their compiled queries; for tests and measurements. */
  readonly executeRun?: ExecuteRun;
  readonly logger?: Logger;
  /**
   * Registers the metrics here, for a process that reads them in another form; those of several
   * façades add up.
   */
  readonly registry?: Registry;
  /** A public credential that GraphiQL shows as an example. */
  readonly demoCredential?: string;
  /** Serves the dashboard at `/`; without it there is none. */
  readonly dashboard?: DashboardSource;
  /** Shares state with the other processes of a program, where REDIS_URL names no store. */
  readonly fleet?: FleetSource;
  /** False if another process of the same program has already logged the warnings at start. */
  readonly reportsAtStart?: boolean;
}

export interface Facade extends ServedFacade {
  /** Runs one operation without HTTP. */
  readonly run: (request: RunRequest) => Promise<RunResult>;
  readonly schema: GraphQLSchema;
  readonly logger: Logger;
}

/**
 * Composes the façade from its rooms: the library's entry.
 *
 * @throws SettingsError with one line for each bad setting or unknown name, or for a path that
 *   cannot be served
 */
export function createFacade(options: FacadeOptions): Facade {
  const settings = readSettingsInput(options.settings ?? {}, options.partnerApiUrl);
  const path = readPath(options.path, settings);
  const processLimiter = new Limiter(settings.UPSTREAM_MAX_CONNECTIONS);
  const telemetry = openTelemetry(
    settings,
    () => processLimiter.size().waiting,
    options.logger,
    options.registry,
  );
  const { logger, metrics, observer } = telemetry;
  const { fetch, transport } = options;
  const client = createClient(settings, { fetch, transport, observer: observer.wire });
  const shared = openFleet(settings, options.fleet, telemetry.fleet);
  const live = openLive(settings, telemetry.live, shared);
  const opened = { processLimiter, client, shared, live };
  const parts = createParts(settings, options, telemetry, opened);
  const runtime = openRuntime(settings, parts, telemetry);
  const writer = new Writer({ settings, backlog: runtime.backlog, observer });
  const http = { runtime, writer, path };
  const routes = createRoutes(options, http, telemetry, [live.print, printFile]);
  const router = new Router({ ...http, routes, tracing: telemetry.tracing });
  if (options.reportsAtStart !== false) reportAtStart(settings, telemetry);
  return {
    fetch: router.fetch,
    fastPath: router.fastPath,
    run: createPublicRun(runtime, { print: printResponse, printInSlices: printResponseInSlices }),
    schema: parts.schema,
    settings,
    logger,
    metrics,
    writer,
    startDraining() {
      router.startDraining();
      live.close();
    },
    reload: () => runtime.documents.manifest.reload(),
    close: () => close(runtime, live, shared, telemetry),
  };
}

type Opened = Pick<RuntimeParts, 'processLimiter' | 'client' | 'shared'> & {
  readonly live: Live;
};

function createParts(
  settings: Settings,
  { executeRun, trustedDocuments: manifest }: FacadeOptions,
  telemetry: Telemetry,
  { processLimiter, client, shared, live }: Opened,
): RuntimeParts {
  return {
    processLimiter,
    client,
    shared,
    responses: openResponses(settings, shared),
    schema: settings.FEDERATION ? toSubgraph(publicSchema, settings) : publicSchema,
    observer: telemetry.observer,
    modes: (runtime) => [live.mode(runtime), exportMode(runtime)],
    refused: live.refused,
    executeRun,
    manifest,
  };
}

/** What each feature adds to the addresses of the core. */
function createRoutes(
  { demoCredential, dashboard, reportsAtStart = true }: FacadeOptions,
  http: HttpOptions,
  { metrics, logger }: Telemetry,
  printers: readonly Printer[],
): readonly Route[] {
  const { runtime, path } = http;
  const { settings } = runtime;
  const warn = (message: string): void => {
    if (reportsAtStart) logger.warn({}, message);
  };
  const graphql = createGraphQL(runtime, printers);
  const graphqlOrPage = withGraphiQL(settings, demoCredential, uncached(graphql));
  return [
    { path, handler: graphqlOrPage, isCounted: true },
    ...createMetricsRoutes(settings, metrics),
    ...createMcpRoutes(runtime, warn),
    ...createOrganizationMetricsRoutes(runtime),
    ...createDashboardRoutes(runtime, dashboard, graphql),
  ];
}

/** In the order in which they need each other. */
async function close(
  { documents, parts }: Runtime,
  live: Live,
  shared: ReturnType<typeof openFleet>,
  { tracing }: Telemetry,
): Promise<void> {
  documents.manifest.close();
  live.close();
  parts.responses.clear();
  shared.close();
  await Promise.all([parts.client.close(), tracing?.flush()]);
}

/** @throws SettingsError if there are no trusted documents to be served */
function openRuntime(settings: Settings, parts: RuntimeParts, telemetry: Telemetry): Runtime {
  const { TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_MODE: mode = 'off' } = settings;
  if (mode !== 'off' && file === undefined && parts.manifest === undefined) {
    throw new SettingsError(`TRUSTED_DOCUMENTS is not set, and TRUSTED_DOCUMENTS_MODE is ${mode}.`);
  }
  try {
    const runtime = new Runtime(settings, parts);
    runtime.documents.manifest.follow((file, fault) => telemetry.reloaded(file, fault));
    return runtime;
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    const value = parts.manifest === undefined ? quote(file ?? '') : 'a manifest';
    throw new SettingsError(`TRUSTED_DOCUMENTS holds ${value}, and must be ${error.message}.`);
  }
}

function openResponses(
  { CACHE, CACHE_MAX_BYTES, UNCHANGED_MAX_BYTES, MAX_STALE_SECONDS: maxAgeSeconds }: Settings,
  shared: SharedState,
): ResponseStore {
  const maxBytes = Math.min(CACHE_MAX_BYTES, UNCHANGED_MAX_BYTES ?? CACHE_MAX_BYTES);
  const isShared = CACHE === 'redis' && maxAgeSeconds > 0;
  return new ResponseStore(maxBytes, maxAgeSeconds, isShared ? shared : new Alone());
}

/** @throws SettingsError if GraphQL cannot be served at the path */
function readPath(path = defaultPath, { MCP }: Settings): string {
  const fault =
    MCP === true && path === mcpPath ? `another path: MCP serves ${mcpPath}` : findPathFault(path);
  if (fault === undefined) return path;
  throw new SettingsError(`path holds ${quote(path)}, and must be ${fault}.`);
}

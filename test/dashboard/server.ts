import { createFacade, type FacadeOptions } from '../../src/facade.js';
import { createDashboard, type DashboardOptions } from '../../src/http/dashboard/dashboard.js';
import type { DashboardAssets } from '../../src/http/dashboard/asset.js';
import type { ServerContext } from '../../src/http/request-handler.js';
import { pathOf } from '../../src/http/target.js';
import { type Listener, listen } from '../../src/http/listener.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';

/** The dashboard in front of a façade over the simulator. */
export interface DashboardServer {
  readonly simulator: Simulator;
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  /** Listens on a port of this machine, a free one unless it is named. */
  readonly listen: (port?: number) => Promise<Listener>;
  readonly close: () => Promise<void>;
}

export interface DashboardServerOptions {
  readonly simulator?: SimulatorOptions;
  readonly facade?: Partial<FacadeOptions>;
  readonly dashboard?: Partial<DashboardOptions>;
}

/** @param assets from `buildAssets`, or stubs for tests that open no page */
export async function startDashboard(
  assets: DashboardAssets,
  options: DashboardServerOptions = {},
): Promise<DashboardServer> {
  const simulator = await startSimulator(options.simulator);
  const facade = createFacade({
    partnerApiUrl: simulator.url,
    ...options.facade,
    settings: { LOG_LEVEL: 'silent', PORT: '0', ...options.facade?.settings },
  });
  const dashboard = createDashboard({
    graphql: (request, context) => facade.fetch(request, context),
    assets,
    demoCredentials: simulator.credentials,
    trustsProxy: false,
    maxRequestBytes: facade.settings.MAX_REQUEST_BYTES,
    ...options.dashboard,
  });
  const fetch = async (request: Request, context: ServerContext = {}): Promise<Response> =>
    (await dashboard(request, pathOf(request.url), context)) ?? facade.fetch(request, context);
  const listeners: Listener[] = [];
  return {
    simulator,
    fetch,
    async listen(port = 0) {
      const settings = { ...facade.settings, PORT: port };
      const listener = await listen({ ...facade, settings, fetch });
      listeners.push(listener);
      return listener;
    },
    async close() {
      for (const { server } of listeners) {
        server.close();
        server.closeAllConnections();
      }
      await facade.close();
      await simulator.close();
    },
  };
}

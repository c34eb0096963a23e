import { createFacade, type FacadeOptions } from '../../src/facade.js';
import { createDashboard, type DashboardOptions } from '../../src/http/dashboard/dashboard.js';
import type { DashboardAsset, DashboardAssets } from '../../src/http/dashboard/asset.js';
import type { ServerContext } from '../../src/http/request-handler.js';
import { pathOf } from '../../src/http/target.js';
import { type Listener, listen } from '../../src/http/listener.js';
import { type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';

export interface DashboardServerOptions {
  readonly simulator?: SimulatorOptions;
  readonly facade?: Partial<FacadeOptions>;
  /** Its assets are stubs, unless they come from `buildAssets`. */
  readonly dashboard?: Partial<DashboardOptions>;
}

/** A dashboard of two files, for tests that open no page. */
const stubAssets: DashboardAssets = {
  page: stubAsset('text/html; charset=utf-8', '<!doctype html>'),
  files: new Map([['/dashboard/assets/index-1.js', stubAsset('text/javascript; charset=utf-8', 'void 0')]]),
};

function stubAsset(type: string, text: string): DashboardAsset {
  const body = new TextEncoder().encode(text);
  return { type, body, compressed: [], tag: String(text.length) };
}

/** The dashboard in front of a façade over the simulator. */
export async function startDashboard(options: DashboardServerOptions = {}) {
  const simulator = await startSimulator(options.simulator);
  const facade = createFacade({
    partnerApiUrl: simulator.url,
    ...options.facade,
    settings: { LOG_LEVEL: 'silent', PORT: '0', ...options.facade?.settings },
  });
  const dashboard = createDashboard({
    graphql: (request, context) => facade.fetch(request, context),
    assets: stubAssets,
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
    /** Listens on a port of this machine, a free one unless it is named. */
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

export type DashboardServer = Awaited<ReturnType<typeof startDashboard>>;

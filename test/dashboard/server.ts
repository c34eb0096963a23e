import { createFacade, type FacadeOptions } from '../../src/facade.js';
import type { DashboardSource } from '../../src/extra/sign-in/session.js';
import { type Listener, listen } from '../../src/http/listener.js';
import { type SimulatorOptions, startSimulator } from '../../src/command/simulator/simulator.js';

export interface DashboardServerOptions {
  readonly simulator?: SimulatorOptions;
  readonly facade?: Partial<FacadeOptions>;
  /** Its assets are stubs, unless they come from `buildAssets`. */
  readonly dashboard?: Partial<DashboardSource>;
}

/** A dashboard of two files, for tests that open no page. */
const stubAssets = new URL('./stub/', import.meta.url);

/** The dashboard in front of a façade over the simulator. */
export async function startDashboard(options: DashboardServerOptions = {}) {
  const simulator = await startSimulator(options.simulator);
  const facade = createFacade({
    partnerApiUrl: simulator.url,
    dashboard: { assets: stubAssets, demoCredentials: simulator.credentials, ...options.dashboard },
    ...options.facade,
    settings: { LOG_LEVEL: 'silent', PORT: '0', ...options.facade?.settings },
  });
  const listeners: Listener[] = [];
  return {
    simulator,
    fetch: (request: Request) => facade.fetch(request),
    async listen(port = 0) {
      const settings = { ...facade.settings, PORT: port };
      const listener = await listen({ ...facade, settings });
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

import type { Facade } from '../../src/facade.js';
import type { Simulator } from '../../src/simulator/simulator.js';
import { origin, ownPage, readSession, type Visitor } from '../dashboard/visitor.js';
import { makeAssets } from '../rig/asset.js';
import { openSimulator } from '../rig/open.js';
import { until } from '../rig/wait.js';
import { isSharing, startReplica } from './fleet.js';

/** Replicas that serve the dashboard, over one simulator. */
export interface DashboardFleet {
  readonly simulator: Simulator;
  /** One more replica, which ends with the test. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<Facade>;
}

export async function startDashboards(redisUrl: string): Promise<DashboardFleet> {
  const simulator = await openSimulator();
  const assets = makeAssets();
  return {
    simulator,
    async start(settings = {}) {
      const facade = startReplica(
        simulator.url,
        { REDIS_URL: redisUrl, ...settings },
        { dashboard: { assets, demoCredentials: simulator.credentials } },
      );
      await until('the replica shares', () => isSharing(facade));
      return facade;
    },
  };
}

const sessionRequest = (method: string, { cookie, token }: Visitor): Request =>
  new Request(`${origin}/dashboard/session`, {
    method,
    headers: { ...ownPage, Cookie: cookie, 'X-Dashboard-Token': token },
  });

/** The name that a replica knows a visitor by; undefined for one who is signed out. */
export const nameOf = async (facade: Facade, visitor: Visitor): Promise<string | undefined> =>
  (await readSession(await facade.fetch(sessionRequest('GET', visitor)))).session?.name;

export const signOut = (facade: Facade, visitor: Visitor): Promise<Response> =>
  facade.fetch(sessionRequest('DELETE', visitor));

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { createFacade, type Facade } from '../../src/facade.js';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.js';
import { origin, ownPage, readSession, type Visitor } from '../dashboard/visitor.js';
import { until } from '../rig/wait.js';
import { isSharing, secret } from './fleet.js';

/** Replicas that serve the dashboard, over one simulator. */
export interface DashboardFleet {
  readonly simulator: Simulator;
  /** One more replica, which ends with the test. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<Facade>;
}

export async function startDashboards(redisUrl: string): Promise<DashboardFleet> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const assets = makeAssets();
  return {
    simulator,
    async start(settings = {}) {
      const facade = createFacade({
        partnerApiUrl: simulator.url,
        settings: { LOG_LEVEL: 'silent', REDIS_URL: redisUrl, FLEET_SECRET: secret, ...settings },
        dashboard: { assets, demoCredentials: simulator.credentials },
      });
      onTestFinished(() => facade.close());
      await until('the replica shares', () => isSharing(facade));
      return facade;
    },
  };
}

/** A dashboard of two files. */
function makeAssets(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/index-1.js'), 'void 0');
  return pathToFileURL(`${folder}/`);
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

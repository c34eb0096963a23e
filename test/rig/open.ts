import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { listen, type Listener } from '../../src/http/listener.js';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { closePort } from './port.js';
import { startUpstream, type Upstream, type UpstreamOptions } from './upstream.js';

/** A façade that ends with the test; by default nothing listens where its Partner API is. */
export function openFacade({ settings, ...options }: Partial<FacadeOptions> = {}): Facade {
  const facade = createFacade({
    partnerApiUrl: 'http://127.0.0.1:9',
    ...options,
    settings: { LOG_LEVEL: 'silent', ...settings },
  });
  onTestFinished(() => facade.close());
  return facade;
}

/** Opens a façade on the port of its settings until the test ends. */
export async function openListener(facade: Facade): Promise<Listener> {
  const listener = await listen(facade);
  onTestFinished(() => closePort(listener.server, () => listener.server.closeAllConnections()));
  return listener;
}

/** A simulator that ends with the test. */
export async function openSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** An upstream of the rig that ends with the test. */
export async function openUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const upstream = await startUpstream(options);
  onTestFinished(() => upstream.stop());
  return upstream;
}

/** An empty folder, which is deleted when the test ends. */
export function openFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'partner-graphql-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

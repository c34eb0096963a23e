import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import { listen, type Listener } from '../../src/http/listener.js';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/command/simulator/simulator.js';
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

/** A built dashboard of two files, each with its compressed form, until the test ends. */
export function openAssets(): URL {
  const folder = openFolder();
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', '<!doctype html>'],
    ['assets/index-1.js', 'void 0'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  return pathToFileURL(`${folder}/`);
}

/** With it a process first runs a module, which may import the packages of the project. */
export function openPreload(source: string) {
  const folder = openFolder(fileURLToPath(new URL('../../node_modules/.cache', import.meta.url)));
  writeFileSync(join(folder, 'preload.mjs'), source);
  return { NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'preload.mjs')).href}` };
}

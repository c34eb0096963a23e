import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFacade } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.js';
import { everything } from '../system/test-system.js';
import { root } from '../package/pack.js';

export const routers = ['apollo', 'hive'] as const;

/** The example with both routers. Their packages are large, so that the project itself does not install them. */
export const folder = join(root, 'examples/federation');

const needed = ['@apollo/gateway', '@apollo/composition', '@graphql-hive/gateway', 'tsx'];

/** Why the routers cannot run here; undefined where they can. */
export const missing = needed.every((name) => existsSync(join(folder, 'node_modules', name, 'package.json')))
  ? undefined
  : 'run "npm install" in examples/federation first';

/** The example as a user runs it, in front of a façade over the simulator. */
export interface RunningRouter {
  readonly simulator: Simulator;
  /** The supergraph that the router serves. */
  readonly supergraph: string;
  /** How many requests for GraphQL have arrived at the façade. */
  readonly operations: () => number;
  readonly ask: (query: string, credential?: string | null) => Promise<RouterResult>;
  readonly close: () => Promise<void>;
}

export interface RouterResult {
  readonly extensions?: { readonly cost?: { readonly estimated: number } };
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

export async function startRouter(name: (typeof routers)[number]): Promise<RunningRouter> {
  const simulator = await startSimulator();
  const settings = { LOG_LEVEL: 'silent', FEDERATION: true, PORT: 0 } as const;
  const facade = createFacade({ partnerApiUrl: simulator.url, settings });
  const { url, server } = await listen(facade);
  let operations = 0;
  server.on('request', () => (operations += 1));
  const temporary = mkdtempSync(join(tmpdir(), 'supergraph-'));
  const file = join(temporary, 'supergraph.graphql');
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', name, `${url}/graphql`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', SUPERGRAPH: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressOf(child);
  return {
    simulator,
    supergraph: readFileSync(file, 'utf8'),
    operations: () => operations,
    ask: (query, credential = everything) => ask(address, query, credential),
    async close() {
      child.kill('SIGKILL');
      rmSync(temporary, { recursive: true });
      server.close();
      server.closeAllConnections();
      await facade.close();
      await simulator.close();
    },
  };
}

/** Waits for the address that the example prints. */
function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The example exited with ${String(code)}: ${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /^http:\/\/\S+$/m.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

async function ask(address: string, query: string, credential: string | null): Promise<RouterResult> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify({ query }),
  });
  // A result of GraphQL.
  return (await response.json()) as RouterResult;
}

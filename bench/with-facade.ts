import type { Child } from './child.js';
import type { UpstreamMode } from './mode.js';
import { startUpstream } from './running-upstream.js';
import { openServer, type Server } from './server.js';

export interface FacadeSetup {
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
  readonly upstream: {
    readonly mode: UpstreamMode;
    /** Of `upstream-command.ts`. */
    readonly settings?: Readonly<Record<string, string>>;
  };
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningFacade {
  readonly server: Server;
}

/** Runs a measurement of the façade alone, in processes of its own. */
export async function withFacade<T>(
  { node, upstream: { mode, settings: upstreamSettings }, settings }: FacadeSetup,
  measure: (running: RunningFacade) => Promise<T>,
): Promise<T> {
  const children: Child[] = [];
  try {
    const upstream = await startUpstream(mode, upstreamSettings);
    children.push(upstream);
    const server = await openServer('facade', node, upstream, settings);
    children.push(server);
    return await measure({ server });
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

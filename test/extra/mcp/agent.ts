import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../../src/facade.js';
import type { BoundContent } from '../../../src/extra/mcp/tool-result.js';
import type { SimulatorOptions } from '../../../src/command/simulator/simulator.js';
import { connectSocket } from '../../system/http-client.js';
import { everything } from '../../system/test-system.js';

/** A façade that serves agents on a port. */
export async function serveAgents(
  settings: FacadeOptions['settings'] = {},
  simulator: SimulatorOptions = {},
  options: Partial<FacadeOptions> = {},
) {
  const system = await connectSocket(simulator, {
    ...options,
    settings: { MCP: true, ...settings },
  });
  return { ...system, url: new URL(`${system.url}/mcp`) };
}

export const revisions = ['2025-11-25', '2026-07-28'] as const;

interface AgentOptions {
  readonly credential: string;
  /** The client speaks the older one unless it is told to negotiate. */
  readonly revision: (typeof revisions)[number];
  readonly fetch: typeof fetch;
}

/** Connects the official client, which also checks each result against the schema of its tool. */
export async function connect(url: URL, options: Partial<AgentOptions> = {}) {
  const { credential = everything, revision = '2026-07-28', fetch } = options;
  const auto = { versionNegotiation: { mode: 'auto' } } as const;
  const client = new Client({ name: 'agent', version: '1' }, revision === '2026-07-28' ? auto : {});
  const requestInit = { headers: { authorization: `Bearer ${credential}` } };
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit, ...(fetch && { fetch }) }),
  );
  onTestFinished(() => client.close());
  await client.listTools();
  return {
    client,
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [part] = result.content;
      return {
        // The client has validated it.
        content: result.structuredContent as BoundContent,
        text: part?.type === 'text' ? part.text : '',
        isError: result.isError ?? false,
        /** Of the whole result as JSON. */
        bytes: Buffer.byteLength(JSON.stringify(result)),
      };
    },
  };
}

export type Agent = Awaited<ReturnType<typeof connect>>;

/** An agent that is connected to a façade of its own. */
export async function openAgent(
  options: Partial<AgentOptions> = {},
  ...service: Parameters<typeof serveAgents>
) {
  const served = await serveAgents(...service);
  return { ...served, ...(await connect(served.url, options)) };
}

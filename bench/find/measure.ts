import type { LoadOrder } from '../load.js';
import { countRequests } from '../running-upstream.js';
import { memoryOf, pauseOf, usageOf } from '../server-probe.js';
import { type Server, sendLoad } from '../server.js';
import type { FindCase, FindOperation } from './operation.js';

/** The operations of one window, which a load generator sent to one server. */
export interface FindWindow {
  readonly operation: FindOperation;
  readonly round: number;
  readonly cpuMs: number;
  /** REST requests of an operation: below those of a lone one where clients share them. */
  readonly requests: number;
  /** Milliseconds for which the server accepted nothing else, at most. */
  readonly pauseMs: number;
}

export interface FindResult {
  readonly case: FindCase;
  readonly credentials: number;
  readonly mode: string;
  readonly windows: readonly FindWindow[];
  /**
   * MB that the server still uses after garbage collection: when only the base was measured, and in
   * the end.
   */
  readonly memory: readonly [before: number, after: number];
}

export interface FindOptions {
  readonly server: Server;
  readonly credentials: number;
  readonly rounds: number;
}

/** Operations of a window: enough to tell their CPU time. */
const minOperations = 4;

/** The windows of a case, in rounds A B C A B C, after one round that warms the server up. */
export async function measureFind(options: FindOptions, each: FindCase): Promise<FindResult> {
  const { server, credentials, rounds } = options;
  const all = [each.base, ...each.compared];
  for (const operation of all) {
    await check(options, each, operation);
    await measureWindow(options, each, operation, -1);
  }
  await measureWindow(options, each, each.base, -1);
  const before = await memoryOf(server);
  const windows: FindWindow[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const operation of all) windows.push(await measureWindow(options, each, operation, round));
  const memory = [before, await memoryOf(server)] as const;
  return { case: each, credentials, mode: server.upstream.mode, windows, memory };
}

async function measureWindow(
  { server, credentials }: FindOptions,
  { clients }: FindCase,
  operation: FindOperation,
  round: number,
): Promise<FindWindow> {
  const order: LoadOrder = {
    url: server.endpoint,
    bodies: operation.variables.map((variables) =>
      JSON.stringify({ query: operation.query, variables }),
    ),
    connections: clients,
    credentials,
    queries: clients,
  };
  const turns = Math.ceil(minOperations / clients);
  const requestsBefore = await countRequests(server.upstream);
  await pauseOf(server);
  const { cpuMs: cpuBefore } = await usageOf(server);
  // One burst after the other, so that the clients of each arrive together.
  for (let turn = 0; turn < turns; turn += 1) await sendLoad(server, order);
  const { cpuMs } = await usageOf(server);
  const { pauseMs } = await pauseOf(server);
  const requests = (await countRequests(server.upstream)) - requestsBefore;
  const operations = turns * clients;
  return {
    operation,
    round,
    cpuMs: (cpuMs - cpuBefore) / operations,
    requests: requests / operations,
    pauseMs,
  };
}

/**
 * The load generator reads no response: a lone operation shows whether the figures mean anything.
 */
async function check(
  { server }: FindOptions,
  { screens }: FindCase,
  operation: FindOperation,
): Promise<void> {
  const before = await countRequests(server.upstream);
  const { query, variables } = operation;
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer bench-0',
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify({ query, variables: variables[0] }),
  });
  const text = await response.text();
  const requests = (await countRequests(server.upstream)) - before;
  if (response.status !== 200 || text.includes('"errors"') || requests !== screens / 100)
    throw new Error(
      `${operation.title}: HTTP ${response.status}, ${requests} REST requests: ${text.slice(0, 500)}`,
    );
}

import { type DocumentNode, print } from 'graphql';
import type { UpstreamCost } from '../../src/operation/result.js';
import { createIds, danglingIndex } from '../../src/command/simulator/data/id.js';
import type { OperationOptions } from '../rig/operation-request.js';
import {
  type ClientResponse,
  readResponse,
  requestOf,
  type TestSystem,
} from '../system/test-system.js';

export interface OperationResponse extends Omit<ClientResponse, 'data'> {
  readonly data: Json;
  readonly upstream: UpstreamCost | undefined;
}

/** JSON of a shape that the test knows: a missing member is undefined. */
export type Json = { readonly [name: string]: Json } & readonly Json[] & string;

/** Sends an operation to the façade's own handler. */
export async function ask(
  { facade }: Pick<TestSystem, 'facade'>,
  query: string | DocumentNode,
  options?: OperationOptions,
): Promise<OperationResponse> {
  const text = typeof query === 'string' ? query : print(query);
  const response = await readResponse(await facade.fetch(requestOf(text, options)));
  // The shapes of JSON and of the façade's own extension.
  const upstream = response.extensions?.['upstream'] as UpstreamCost | undefined;
  return { ...response, data: response.data as Json, upstream };
}

/** The number of REST requests that the upstream receives during `work`. */
export async function count(system: TestSystem, work: () => Promise<unknown>): Promise<number> {
  const before = system.simulator.requests.length;
  await work();
  return system.simulator.requests.length - before;
}

/**
 * The REST requests of an operation in rounds: requests of one round do not wait for each other's
 * responses. Each round is a sorted list of operation ids, without their prefix.
 */
export async function roundsOf(
  system: TestSystem,
  query: string,
  options: OperationOptions = {},
): Promise<string[][]> {
  const headers = { ...options.headers, 'x-upstream-explain': 'trace' };
  const { upstream } = await ask(system, query, { ...options, headers });
  const rounds: string[][] = [];
  for (const { wave, operation } of upstream?.trace ?? [])
    (rounds[wave - 1] ??= []).push(operation.replace('partnerV1_', ''));
  return rounds.map((operations) => operations.toSorted());
}

/** Ids of the simulator's main organization by their places in their list, from 0. */
const mediaIds = createIds('med', 0);
export const mediaAt = (index: number): string => mediaIds.idAt(index);
export const screenAt = (index: number): string => createIds('scr', 0).idAt(index);
export const playlistAt = (index: number): string => createIds('pls', 0).idAt(index);
/** A well-formed id that names no record. */
export const noMedia = (index: number): string => mediaIds.idAt(danglingIndex(index));

/** `count` places in a list, from `first`, `step` apart. */
export const places = (count: number, first = 0, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

/** The global id of a record. */
export const nodeIdOf = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

export const Nodes = `query Nodes($nodeIds: [ID!]!) {
  nodes(nodeIds: $nodeIds) { nodeId ... on Media { id name } }
}`;

/** Reads media by their ids, in one batch. */
export const askMedia = (system: TestSystem, ids: readonly string[]): Promise<OperationResponse> =>
  ask(system, Nodes, { variables: { nodeIds: ids.map((id) => nodeIdOf('Media', id)) } });

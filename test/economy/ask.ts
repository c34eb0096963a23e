import type { RequestEstimate } from '../../src/graphql/cost/request-estimate.js';
import type { RequestTrace } from '../../src/loaders/trace.js';
import { createIds, danglingIndex } from '../../src/simulator/data/id.js';
import { everything, type TestSystem } from '../system/test-system.js';

/** `extensions.upstream` as the wire has it. */
export interface Upstream {
  readonly requests: number;
  readonly limit: number;
  readonly estimated: number;
  readonly deduplicated: number;
  readonly primed: number;
  readonly swept: number;
  readonly shared: number;
  readonly trace?: readonly RequestTrace[];
  readonly plan?: readonly RequestEstimate[];
}

export interface AskedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // What a test asks for, a test knows the shape of.
  readonly data: Json;
  readonly errors: readonly AskedError[];
  readonly upstream: Upstream | undefined;
}

/** JSON with members at hand: reading a member that is not there gives undefined, as `?.` would. */
export type Json = { readonly [name: string]: Json } & readonly Json[] & string;

export interface AskOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A request of an operation to the façade's own handler. */
export function requestOf(query: string, options: AskOptions = {}): Request {
  const { variables = {}, credential = everything, headers, signal } = options;
  return new Request('http://facade.test/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${credential}`,
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
}

/** Sends an operation and reads its answer. */
export async function ask({ facade }: TestSystem, query: string, options?: AskOptions): Promise<Asked> {
  const response = await facade.fetch(requestOf(query, options));
  const text = await response.text();
  // Every answer to an operation is a JSON object with these members (GraphQL over HTTP).
  const body = JSON.parse(text) as {
    data: Json;
    errors?: AskedError[];
    extensions?: { upstream?: Upstream };
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body.data,
    errors: body.errors ?? [],
    upstream: body.extensions?.upstream,
  };
}

/** The same, and how many REST requests the upstream has seen meanwhile; for one operation at a time. */
export async function count(house: TestSystem, work: () => Promise<unknown>): Promise<number> {
  const before = house.simulator.requests.length;
  await work();
  return house.simulator.requests.length - before;
}

/** How many waves of REST requests an operation has taken, and the operation ids of each, sorted. */
export async function wavesOf(
  house: TestSystem,
  query: string,
  options: AskOptions = {},
): Promise<string[][]> {
  const headers = { ...options.headers, 'x-upstream-explain': 'trace' };
  const { upstream } = await ask(house, query, { ...options, headers });
  const waves: string[][] = [];
  for (const { wave, operation } of upstream?.trace ?? [])
    (waves[wave - 1] ??= []).push(operation.replace('partnerV1_', ''));
  return waves.map((operations) => operations.toSorted());
}

/** Ids of the simulator's main organization by their places in the list, from 0. */
const mediaIds = createIds('med', 0);
export const mediaAt = (index: number): string => mediaIds.idAt(index);
export const screenAt = (index: number): string => createIds('scr', 0).idAt(index);
export const playlistAt = (index: number): string => createIds('pls', 0).idAt(index);
/** An id that looks right and names nothing. */
export const noMedia = (index: number): string => mediaIds.idAt(danglingIndex(index));

/** `count` places from `first` on, each `step` behind the one before. */
export const places = (count: number, first = 0, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

/** The global id of a record, as the façade gives it out. */
export const nodeIdOf = (type: string, id: string): string =>
  Buffer.from(`${type}:${id}`).toString('base64url');

export const Nodes = `query Nodes($nodeIds: [ID!]!) {
  nodes(nodeIds: $nodeIds) { nodeId ... on Media { id name } }
}`;

/** Asks for media by their ids, all in one batch. */
export const askMedia = (house: TestSystem, ids: readonly string[]): Promise<Asked> =>
  ask(house, Nodes, { variables: { nodeIds: ids.map((id) => nodeIdOf('Media', id)) } });

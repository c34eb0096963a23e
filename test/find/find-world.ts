import { expect } from 'vitest';
import type { Facade, FacadeOptions } from '../../src/facade.js';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import { ask } from '../economy/ask.js';
import type { JsonObject } from '../rig/json.js';
import { createMemoryUpstream, type MemoryUpstream, responseWith } from '../rig/memory-upstream.js';
import { openFacade } from '../rig/open.js';
import type { OperationOptions } from '../rig/operation-request.js';

export type CollectionName = 'screens' | 'playlists' | 'media';

/**
 * A place of a list: a record that is shown, one that is hidden, or one that breaks the contract.
 */
export interface Entry {
  readonly record: JsonObject & { readonly id: string };
  readonly kind: 'visible' | 'hidden' | 'broken';
}

/** What the Partner API serves; a test may change it between operations. */
export interface FindWorld extends MemoryUpstream {
  readonly lists: Record<CollectionName, readonly Entry[]>;
  /** Items of its widest page. */
  cap: number;
  /** Responds to a path in place of the truth, or leaves it to the truth. */
  twist: (path: string) => Partial<RestResponse> | undefined;
}

export function createFindWorld(lists: Partial<FindWorld['lists']> = {}): FindWorld {
  const world: FindWorld = {
    lists: { screens: [], playlists: [], media: [], ...lists },
    cap: 100,
    twist: () => undefined,
    ...createMemoryUpstream((path) => {
      const below = path.replace('/api/partner/v1', '');
      return { ...truthOf(world, below), ...world.twist(below) };
    }),
  };
  return world;
}

/** A world with these lists, and a façade over it, which ends with the test. */
export function openFind(
  lists: Partial<FindWorld['lists']> = {},
  settings: Readonly<Record<string, string>> = {},
  options: Partial<FacadeOptions> = {},
): { readonly world: FindWorld; readonly facade: Facade } {
  const world = createFindWorld(lists);
  const { transport } = world;
  return {
    world,
    facade: openFacade({ partnerApiUrl: 'http://partner.test', transport, ...options, settings }),
  };
}

const responseOf = (status: number, body: unknown): RestResponse =>
  responseWith(JSON.stringify(body), { status });

export const refusedWith = (status: number): RestResponse =>
  responseOf(status, { error: { code: 'refused', message: 'Refused.', requestId: 'up-1' } });

function truthOf(world: FindWorld, path: string): RestResponse {
  const [, name = '', id = '', query = ''] = /^\/(\w+)(?:\/([^?]+))?(?:\?(.*))?$/.exec(path) ?? [];
  if (name === 'organization')
    return responseOf(200, { data: { id: 'org', name: 'Org', slug: 'org', ...times } });
  if (!isCollection(name)) return refusedWith(404);
  const entries = world.lists[name];
  if (id !== '') {
    const found = entries.find(
      ({ record, kind }) => kind === 'visible' && record.id === decodeURIComponent(id),
    );
    return found === undefined ? refusedWith(404) : responseOf(200, { data: found.record });
  }
  const parameters = new URLSearchParams(query);
  const limit = Math.min(Number(parameters.get('limit') ?? 20), world.cap);
  const page = Number(parameters.get('page') ?? 1);
  const data = entries
    .slice((page - 1) * limit, page * limit)
    .filter(({ kind }) => kind !== 'hidden')
    .map(({ record, kind }) => (kind === 'broken' ? { ...record, name: 7 } : record));
  const total = entries.length;
  return responseOf(200, {
    data,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  });
}

const times = { createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-02-03T04:05:06Z' };

const isCollection = (name: string): name is CollectionName =>
  name === 'screens' || name === 'playlists' || name === 'media';

export interface FoundConnection {
  readonly totalCount?: number;
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: { readonly id: string } | null;
  }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export async function find(
  facade: Facade,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Pick<OperationOptions, 'credential' | 'headers'> = {},
) {
  const response = await ask({ facade }, query, {
    credential: 'a-credential',
    variables,
    ...options,
  });
  // The results of the queries of these tests.
  const data: unknown = response.data;
  return {
    ...response,
    data: data as Readonly<Record<string, FoundConnection | null>> | null | undefined,
  };
}

/** Plans an operation, then runs it: it sends what its plan says, and nothing twice. */
export async function findAsPlanned(
  { world, facade }: ReturnType<typeof openFind>,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  credential: string,
) {
  world.requests.length = 0;
  const headers = { 'x-upstream-explain': 'plan' };
  const { upstream: planned } = await find(facade, query, variables, { credential, headers });
  expect(world.requests).toEqual([]);
  const found = await find(facade, query, variables, { credential });
  const sent = world.requests.length;
  const atLeast = planned?.plan?.reduce((sum, each) => sum + each.atLeast, 0);
  expect(sent).toBeGreaterThanOrEqual(atLeast ?? Infinity);
  expect(sent).toBeLessThanOrEqual(planned?.estimated ?? -1);
  expect(found.upstream?.requests ?? 0).toBe(sent);
  expect(found.upstream?.estimated ?? sent).toBe(planned?.estimated);
  expect(new Set(world.requests).size).toBe(sent);
  return { ...found, sent };
}

export const types = { screens: 'Screen', playlists: 'Playlist', media: 'Media' } as const;

/** Reads a window of a collection with everything that a connection has. */
export const queryOf = (name: CollectionName): string => `
  query Find($first: Int, $after: String, $last: Int, $before: String, $page: Int, $total: Boolean = false,
    $filter: ${types[name]}Filter, $orderBy: ${types[name]}Order) {
    ${name}(first: $first, after: $after, last: $last, before: $before, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount @include(if: $total)
      edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;

import { onTestFinished } from 'vitest';
import { createFacade, type Facade, type FacadeOptions } from '../../src/facade.js';
import type { RestResponse, Transport } from '../../src/rest/transport/transport.js';
import type { JsonObject } from '../rig/json.js';

export type CollectionName = 'screens' | 'playlists' | 'media';

/** A place of a list: a record that is shown, one that is hidden, or one that breaks the contract. */
export interface Entry {
  readonly record: JsonObject & { readonly id: string };
  readonly kind: 'visible' | 'hidden' | 'broken';
}

/** What a programmable Partner API without sockets serves; a test may change it between operations. */
export interface FindWorld {
  readonly lists: Record<CollectionName, readonly Entry[]>;
  /** Items of its widest page. */
  cap: number;
  /** Responds to a path in place of the truth, or leaves it to the truth. */
  twist: (path: string) => Partial<RestResponse> | undefined;
  /** Paths below `/api/partner/v1`, in the order of the requests. */
  readonly requests: string[];
  /** How many requests of each group did not wait for a response of another one. */
  readonly waves: number[];
}

export const createFindWorld = (lists: Partial<FindWorld['lists']> = {}): FindWorld => ({
  lists: { screens: [], playlists: [], media: [], ...lists },
  cap: 100,
  twist: () => undefined,
  requests: [],
  waves: [],
});

/** A façade over the world, which ends with the test. */
export function openFindFacade(
  world: FindWorld,
  settings: Readonly<Record<string, string>> = {},
  options: Partial<FacadeOptions> = {},
): Facade {
  const facade = createFacade({
    partnerApiUrl: 'http://partner.test',
    transport: createTransport(world),
    ...options,
    settings: { LOG_LEVEL: 'silent', ...settings },
  });
  onTestFinished(() => facade.close());
  return facade;
}

function createTransport(world: FindWorld): Transport {
  let hasResponded = true;
  return ({ path }) => {
    const below = path.replace('/api/partner/v1', '');
    world.requests.push(below);
    if (hasResponded) world.waves.push(0);
    hasResponded = false;
    world.waves.push((world.waves.pop() ?? 0) + 1);
    let abort: (reason: Error) => void = () => undefined;
    const response = new Promise<RestResponse>((resolve, reject) => {
      abort = reject;
      setImmediate(() => {
        hasResponded = true;
        resolve({ ...truthOf(world, below), ...world.twist(below) });
      });
    });
    return { response, abort: (reason) => abort(reason) };
  };
}

const responseOf = (status: number, body: unknown): RestResponse => ({
  status,
  contentType: 'application/json',
  retryAfter: undefined,
  body: JSON.stringify(body),
});

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
  return responseOf(200, { data, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } });
}

const times = { createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-02-03T04:05:06Z' };

const isCollection = (name: string): name is CollectionName =>
  name === 'screens' || name === 'playlists' || name === 'media';

/** `extensions.upstream`, as far as these tests read it. */
interface Upstream {
  readonly requests: number;
  readonly estimated: number;
  readonly plan?: readonly { readonly atLeast: number; readonly atMost: number }[];
}

export interface FindResult {
  readonly status: number;
  readonly data: Readonly<Record<string, FoundConnection | null>> | null | undefined;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly upstream: Upstream | undefined;
}

export interface FoundConnection {
  readonly totalCount?: number;
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } | null }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export interface FindOptions {
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function find(
  facade: Facade,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  { credential = 'a-credential', headers }: FindOptions = {},
): Promise<FindResult> {
  const response = await facade.fetch(
    new Request('http://facade.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${credential}`,
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    }),
  );
  // A response to an operation is a JSON object with these members (GraphQL over HTTP).
  const body = (await response.json()) as {
    data?: FindResult['data'];
    errors?: FindResult['errors'];
    extensions?: { upstream?: Upstream };
  };
  return {
    status: response.status,
    data: body.data,
    errors: body.errors ?? [],
    upstream: body.extensions?.upstream,
  };
}

const types = { screens: 'Screen', playlists: 'Playlist', media: 'Media' } as const;

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

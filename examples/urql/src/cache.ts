import { stringifyVariables } from '@urql/core';
import {
  type Cache,
  cacheExchange,
  type CacheExchangeOpts,
  type Entity,
  type Resolver,
  type Variables,
} from '@urql/exchange-graphcache';
import { keylessTypes } from 'partner-graphql/client';

/**
 * graphcache for the façade. Screens, playlists, media and organizations are stored by their `id`, which is the default;
 * objects without an id stay in the object that holds them.
 *
 * @param schema the strict schema, introspected: a field that failed is then never read from the cache as null, without its
 *   error, but requested again
 */
export const createCache = (schema: NonNullable<CacheExchangeOpts['schema']>) =>
  cacheExchange({
    schema,
    keys: Object.fromEntries(keylessTypes.map((name) => [name, () => null])),
    resolvers: {
      Query: { screens: allPages, playlists: allPages, media: allPages },
      Organization: { screens: allPages, playlists: allPages, media: allPages },
      Playlist: { items: allPages },
    },
  });

/**
 * Every page that has been read by `first` and `after` with the same filter and order, as one connection. A single page
 * keeps the places of items that failed, to which the paths of its errors point; `relayPagination` drops them. Paths do not
 * fit a list that is joined from several pages, so it has only the items that did not fail.
 */
const allPages: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  if (cache.resolve(parentKey, fieldName, args) === undefined) return undefined;
  // Backward and numbered pages are lists of their own.
  if (!isForward(args)) return cache.resolve(parentKey, fieldName, args);
  const pages = readPages(cache, parentKey, fieldName, listKey(args));
  const last = pages.at(-1);
  const type = last === undefined ? undefined : cache.resolve(last, '__typename');
  if (last === undefined || typeof type !== 'string') return cache.resolve(parentKey, fieldName, args);
  const isThere = (item: unknown): boolean => pages.length === 1 || item != null;
  const hasNode = (edge: Entity): boolean => isThere(cache.resolve(edge, 'node'));
  return {
    __typename: type,
    edges: pages.flatMap((page) => listOf(cache.resolve(page, 'edges')).filter(hasNode)),
    nodes: pages.flatMap((page) => listOf(cache.resolve(page, 'nodes')).filter(isThere)),
    pageInfo: cache.resolve(last, 'pageInfo'),
    totalCount: cache.resolve(last, 'totalCount'),
  };
};

const isForward = (args: Variables | null): boolean =>
  args?.['last'] == null && args?.['before'] == null && args?.['page'] == null;

/** What makes a list of its own: a page of another list must not be joined to it. */
const listKey = (args: Variables | null): string =>
  stringifyVariables([args?.['filter'] ?? null, args?.['orderBy'] ?? null]);

/** The keys of the pages of a list, from the start, each after the end of the one before. */
function readPages(cache: Cache, parentKey: string, field: string, list: string): readonly string[] {
  const pageAfter = new Map<unknown, string>();
  for (const { fieldName, fieldKey, arguments: args } of cache.inspectFields(parentKey)) {
    const key = cache.resolve(parentKey, fieldKey);
    const isOfList = fieldName === field && isForward(args) && listKey(args) === list;
    if (isOfList && typeof key === 'string') pageAfter.set(args?.['after'] ?? null, key);
  }
  const pages: string[] = [];
  for (let after: unknown = null; pageAfter.has(after);) {
    const page: string = pageAfter.get(after) ?? '';
    pageAfter.delete(after);
    pages.push(page);
    after = endOf(cache, page);
  }
  return pages;
}

function endOf(cache: Cache, page: Entity): unknown {
  const pageInfo = cache.resolve(page, 'pageInfo');
  return typeof pageInfo === 'string' ? cache.resolve(pageInfo, 'endCursor') : undefined;
}

const listOf = (list: unknown): never[] => (Array.isArray(list) ? (list as never[]) : []);

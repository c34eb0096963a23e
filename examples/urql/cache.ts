import { cacheExchange, type CacheExchangeOpts, type Entity, type Resolver } from '@urql/exchange-graphcache';
import { keylessTypes } from '../../src/client/index.js';

/**
 * graphcache for the façade. Screens, playlists, media and organizations are kept by their `id`, which is the default;
 * what has no identity stays in the object that holds it.
 *
 * @param schema the answer of an introspection: it tells which fields may be null, so that a field that failed does
 *   not make the whole answer a miss
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
 * Every page that has been read by `first` and `after`, as one connection. graphcache's own `relayPagination` leaves
 * out an edge whose node is null, an item that breaks the contract: `edges` and errors would no longer tell of the same
 * places.
 */
const allPages: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  if (cache.resolve(parentKey, fieldName, args) === undefined) return undefined;
  // Backward and numbered pages are lists of their own: they are given as they are.
  if (args['last'] != null || args['before'] != null || args['page'] != null)
    return cache.resolve(parentKey, fieldName, args);
  const pages = readPages();
  const last = pages.at(-1);
  const type = last === undefined ? undefined : cache.resolve(last, '__typename');
  if (last === undefined || typeof type !== 'string') return cache.resolve(parentKey, fieldName, args);
  return {
    __typename: type,
    edges: pages.flatMap((page) => listOf(cache.resolve(page, 'edges'))),
    nodes: pages.flatMap((page) => listOf(cache.resolve(page, 'nodes'))),
    pageInfo: cache.resolve(last, 'pageInfo'),
    totalCount: cache.resolve(last, 'totalCount'),
  };

  /** From the start, each page behind the end of the one before. */
  function readPages(): readonly string[] {
    const pageAfter = new Map<unknown, string>();
    for (const { fieldName: name, fieldKey, arguments: asked } of cache.inspectFields(parentKey)) {
      const key = cache.resolve(parentKey, fieldKey);
      const isForward = asked?.['last'] == null && asked?.['before'] == null && asked?.['page'] == null;
      if (name === fieldName && isForward && typeof key === 'string')
        pageAfter.set(asked?.['after'] ?? null, key);
    }
    const pages: string[] = [];
    for (let after: unknown = null; pageAfter.has(after);) {
      const page: string = pageAfter.get(after) ?? '';
      pageAfter.delete(after);
      pages.push(page);
      after = endOf(page);
    }
    return pages;
  }

  function endOf(page: Entity): unknown {
    const pageInfo = cache.resolve(page, 'pageInfo');
    return typeof pageInfo === 'string' ? cache.resolve(pageInfo, 'endCursor') : undefined;
  }
};

const listOf = (list: unknown): never[] => (Array.isArray(list) ? (list as never[]) : []);

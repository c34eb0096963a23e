import { cacheExchange, type CacheExchangeOpts, type Resolver } from '@urql/exchange-graphcache';
import { keylessTypes } from 'partner-graphql/client';

/**
 * graphcache for the façade. Screens, playlists, media and organizations are stored by their `id`,
 * which is the default; objects without an id stay in the object that holds them. So a page of a
 * list is stored by all its arguments: a count, another page or an event of `live` leaves it alone.
 *
 * @param schema the strict schema, introspected: a field that failed is then never read from the
 *   cache as null, without its error, but requested again
 */
export const createCache = (schema: NonNullable<CacheExchangeOpts['schema']>) =>
  cacheExchange({
    schema,
    keys: Object.fromEntries(keylessTypes.map((name) => [name, () => null])),
    resolvers: Object.fromEntries(
      keylessTypes.filter((name) => name.endsWith('Connection')).map((name) => [name, { nodes }]),
    ),
  });

/**
 * Keeps the place of an item that failed. The strict schema has no null there: graphcache would
 * discard the whole result.
 */
const nodes: Resolver = (_parent, _args, cache, info) => {
  const items = cache.resolve(info.parentKey, info.parentFieldKey);
  if (Array.isArray(items) && items.includes(null)) info.partial = true;
  return items;
};

import { type FieldPolicy, InMemoryCache, type TypePolicies } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { keylessTypes, possibleTypes } from 'partner-graphql/client';

/**
 * Apollo Client's cache for the façade. Screens, playlists, media and organizations are stored by their `id`, which is
 * the default. Objects without an id stay in the object that holds them, and are merged there: otherwise a query for
 * `availability { mode }` would discard what another has read of the same `availability`.
 */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({ possibleTypes, typePolicies: { ...keyless, ...collections, ...playback } });

const keyless: TypePolicies = Object.fromEntries(
  keylessTypes.map((name) => [name, { keyFields: false, merge: true }]),
);

interface Connection {
  readonly nodes?: readonly unknown[];
  readonly pageInfo?: { readonly endCursor?: string | null };
}

/** Arguments that make a list of its own: a page of another list must not be joined to it. */
const listArguments = ['filter', 'orderBy', 'page'];

/** `relayStylePagination` joins `edges`, but keeps only the `nodes` of the last page: this policy joins them too. */
function connection(): FieldPolicy {
  const edges = relayStylePagination(listArguments);
  return {
    ...edges,
    // `relayStylePagination` has both functions; its type allows less.
    merge(existing: Connection | undefined, incoming: Connection | null, options) {
      if (incoming === null || typeof edges.merge !== 'function') return incoming;
      const merged: unknown = edges.merge(existing as never, incoming as never, options);
      return {
        ...(merged as Connection),
        ...(incoming.nodes && { nodes: join(existing, incoming, options.args) }),
      };
    },
  };
}

function join(
  existing: Connection | undefined,
  { nodes = [] }: Connection,
  args: Arguments,
): readonly unknown[] {
  const known = existing?.nodes ?? [];
  if (args?.['after'] != null)
    return args['after'] === existing?.pageInfo?.endCursor ? [...known, ...nodes] : nodes;
  return args?.['before'] != null ? [...nodes, ...known] : nodes;
}

type Arguments = Readonly<Record<string, unknown>> | null;

const collections: TypePolicies = {
  Query: { fields: { screens: connection(), playlists: connection(), media: connection() } },
  Organization: { fields: { screens: connection(), playlists: connection(), media: connection() } },
  Playlist: { fields: { items: connection() } },
};

/** Lists of slots are replaced as a whole: the slots of two revisions are unrelated. */
const replaced: FieldPolicy = { merge: false };

const playback: TypePolicies = {
  PlaybackConfiguration: { keyFields: false, merge: true, fields: { items: replaced, overlays: replaced } },
  ZonesLayout: { keyFields: false, merge: true, fields: { panels: replaced } },
  ZonesPanel: { keyFields: false, fields: { items: replaced } },
  Availability: { keyFields: false, merge: true, fields: { weekly: replaced } },
};

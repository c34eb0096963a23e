import { type FieldPolicy, InMemoryCache, type TypePolicies } from '@apollo/client';
import { keylessTypes, possibleTypes } from 'partner-graphql/client';
import { joinedPages } from './page-policy.js';

/**
 * Apollo Client's cache for the façade. Screens, playlists, media and organizations are stored by
 * their `id`, which is the default. Objects without an id stay in the object that holds them, and
 * are merged there: otherwise a query for `availability { mode }` would discard what another has
 * read of the same `availability`.
 */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({ possibleTypes, typePolicies: { ...keyless, ...collections, ...playback } });

const keyless: TypePolicies = Object.fromEntries(
  keylessTypes.map((name) => [name, { keyFields: false, merge: true }]),
);

const collections: TypePolicies = {
  Query: { fields: { screens: joinedPages, playlists: joinedPages, media: joinedPages } },
  Organization: { fields: { screens: joinedPages, playlists: joinedPages, media: joinedPages } },
  Playlist: { fields: { items: joinedPages } },
};

/** Lists of slots are replaced as a whole: the slots of two revisions are unrelated. */
const replaced: FieldPolicy = { merge: false };

const playback: TypePolicies = {
  PlaybackConfiguration: {
    keyFields: false,
    merge: true,
    fields: { items: replaced, overlays: replaced },
  },
  ZonesLayout: { keyFields: false, merge: true, fields: { panels: replaced } },
  ZonesPanel: { keyFields: false, fields: { items: replaced } },
  Availability: { keyFields: false, merge: true, fields: { weekly: replaced } },
};

import { isObject, type Json } from '../rig/json.js';
import type { OperationId } from '../rig/route.js';

/**
 * A connection of the schema: its place in a result, and its field with arguments and a selection.
 */
interface Connection {
  readonly name: string;
  readonly operation: OperationId;
  readonly path: string;
  readonly select: (inner: string) => string;
}

const ofRoot = (name: string, operation: OperationId): Connection => ({
  name,
  operation,
  path: name,
  select: (inner) => `${name}${inner}`,
});

export const itemsOf = (playlist: string): Connection => ({
  name: `items of ${playlist}`,
  operation: 'partnerV1_playlistItems',
  path: 'playlist.items',
  select: (inner) => `playlist(id: "${playlist}") { items${inner} }`,
});

export const connections = [
  ofRoot('screens', 'partnerV1_screens'),
  ofRoot('playlists', 'partnerV1_playlists'),
  ofRoot('media', 'partnerV1_media'),
  itemsOf('p1'),
] as const;

export const withPagination = (body: Json, pagination: Readonly<Record<string, Json>>): Json =>
  isObject(body)
    ? {
        ...body,
        pagination: { ...(isObject(body['pagination']) ? body['pagination'] : {}), ...pagination },
      }
    : body;

export const pastEnds = ['nothing', 'last page as asked', 'last page as itself'] as const;

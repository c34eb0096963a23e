import { isList, isObject, type Json } from '../rig/json.js';
import { type RigResponse, dataAt } from '../rig/rig.js';
import type { OperationId } from '../rig/route.js';

/** The four connections of the schema. */
export const connections = [
  {
    name: 'screens',
    operation: 'partnerV1_screens',
    path: 'screens',
    select: (inner: string) => `screens${inner}`,
    id: 'id',
  },
  {
    name: 'playlists',
    operation: 'partnerV1_playlists',
    path: 'playlists',
    select: (inner: string) => `playlists${inner}`,
    id: 'id',
  },
  {
    name: 'media',
    operation: 'partnerV1_media',
    path: 'media',
    select: (inner: string) => `media${inner}`,
    id: 'id',
  },
  {
    name: 'playlist items',
    operation: 'partnerV1_playlistItems',
    path: 'playlist.items',
    select: (inner: string) => `playlist(id: "p1") { items${inner} }`,
    id: 'slotId',
  },
] as const satisfies readonly { operation: OperationId; [more: string]: unknown }[];

export const idsAt = (answer: RigResponse, path: string): unknown[] => {
  const edges = dataAt(answer, `${path}.edges`);
  return isList(edges)
    ? edges.map((edge) => (isObject(edge) && isObject(edge['node']) ? Object.values(edge['node'])[0] : null))
    : [];
};

export const withPagination = (body: Json, pagination: Readonly<Record<string, Json>>): Json =>
  isObject(body)
    ? { ...body, pagination: { ...(isObject(body['pagination']) ? body['pagination'] : {}), ...pagination } }
    : body;

export const pastEnds = ['nothing', 'last page as asked', 'last page as itself'] as const;

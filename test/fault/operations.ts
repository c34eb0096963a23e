import { fieldsOf, type TableName, tableOf } from '../partner/contract.js';
import type { OperationId } from '../rig/route.js';

/** One of the nine operations as a GraphQL client asks for it, beside something that stays intact. */
export interface Asked {
  readonly operation: OperationId;
  /** A whole document: the field under the alias `faulty`, its neighbour under `intact`. */
  readonly query: string;
  /** Path of the field that is null when the operation fails. */
  readonly path: string;
  /** REST requests of a good answer, the neighbour's included. */
  readonly requests: number;
  readonly isList: boolean;
  readonly scope: string | undefined;
}

const neighbour = 'intact: organization { name }';

/** All fields of a table, with those of the objects in it: items of a layout too, but not their layouts. */
function selectionOf(table: TableName, around: readonly TableName[] = []): string {
  const path = [...around, table];
  const fields = fieldsOf(table).flatMap(({ name, kind }) => {
    const below = tableOf(kind);
    if (below === undefined) return table === 'ZonesPanel' && name === 'id' ? 'panelId' : name;
    return below === 'ZonesLayout' && path.includes(below) ? [] : `${name} ${selectionOf(below, path)}`;
  });
  return `{ ${fields.join(' ')} }`;
}
const asked = (
  operation: OperationId,
  field: string,
  scope: string | undefined,
  more: Partial<Asked> = {},
): Asked => ({
  operation,
  query: `{ ${neighbour} faulty: ${field} }`,
  path: 'faulty',
  requests: 2,
  isList: field.includes('nodes'),
  scope,
  ...more,
});

/** All nine (contract, "Endpoints"). */
export const nineOperations: readonly Asked[] = [
  asked('partnerV1_organization', '', undefined, {
    query: `{ intact: mediaItem(id: "m2") { name } faulty: organization ${selectionOf('Organization')} }`,
  }),
  asked('partnerV1_screens', `screens(first: 5) { nodes ${selectionOf('Screen')} }`, 'screens:read'),
  asked('partnerV1_screen', `screen(id: "s1") ${selectionOf('Screen')}`, 'screens:read'),
  asked(
    'partnerV1_screenConfiguration',
    `playbackConfiguration(screenId: "s1") ${selectionOf('PlaybackConfiguration')}`,
    'playback:read',
  ),
  asked('partnerV1_playlists', `playlists(first: 5) { nodes ${selectionOf('Playlist')} }`, 'playlists:read'),
  asked('partnerV1_playlist', `playlist(id: "p1") ${selectionOf('Playlist')}`, 'playlists:read'),
  asked(
    'partnerV1_playlistItems',
    `playlist(id: "p1") { items(first: 5) { nodes ${selectionOf('PlaylistItem')} } }`,
    'playlists:read',
    {
      path: 'faulty.items',
      requests: 3,
    },
  ),
  asked('partnerV1_media', `media(first: 5) { nodes ${selectionOf('Media')} }`, 'media:read'),
  asked('partnerV1_mediaItem', `mediaItem(id: "m1") ${selectionOf('Media')}`, 'media:read'),
];

export function askedOf(operation: OperationId): Asked {
  const asked = nineOperations.find((each) => each.operation === operation);
  if (asked === undefined) throw new Error(`No query for ${operation}.`);
  return asked;
}

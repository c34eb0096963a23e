import { endpoints, type TableName } from '../partner/contract.js';
import type { OperationId } from '../rig/route.js';
import { selectionOf } from '../system/rest.js';

/**
 * One of the nine operations as a GraphQL client asks for it, beside something that stays intact.
 */
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

/** Items of a layout, but not their layouts. */
const fieldsOf = (table: TableName): string => `{ ${selectionOf(table, 1)} }`;

const asked = (operation: OperationId, field: string, more: Partial<Asked> = {}): Asked => ({
  operation,
  query: `{ ${neighbour} faulty: ${field} }`,
  path: 'faulty',
  requests: 2,
  isList: field.includes('nodes'),
  scope: endpoints.find(([id]) => id === operation)?.[2],
  ...more,
});

/** All nine (contract, "Endpoints"). */
export const nineOperations: readonly Asked[] = [
  asked('partnerV1_organization', '', {
    query: `{ intact: mediaItem(id: "m2") { name } faulty: organization ${fieldsOf('Organization')} }`,
  }),
  asked('partnerV1_screens', `screens(first: 5) { nodes ${fieldsOf('Screen')} }`),
  asked('partnerV1_screen', `screen(id: "s1") ${fieldsOf('Screen')}`),
  asked(
    'partnerV1_screenConfiguration',
    `playbackConfiguration(screenId: "s1") ${fieldsOf('PlaybackConfiguration')}`,
  ),
  asked('partnerV1_playlists', `playlists(first: 5) { nodes ${fieldsOf('Playlist')} }`),
  asked('partnerV1_playlist', `playlist(id: "p1") ${fieldsOf('Playlist')}`),
  asked(
    'partnerV1_playlistItems',
    `playlist(id: "p1") { items(first: 5) { nodes ${fieldsOf('PlaylistItem')} } }`,
    { path: 'faulty.items', requests: 3 },
  ),
  asked('partnerV1_media', `media(first: 5) { nodes ${fieldsOf('Media')} }`),
  asked('partnerV1_mediaItem', `mediaItem(id: "m1") ${fieldsOf('Media')}`),
];

export function askedOf(operation: OperationId): Asked {
  const asked = nineOperations.find((each) => each.operation === operation);
  if (asked === undefined) throw new Error(`No query for ${operation}.`);
  return asked;
}

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

export const screenFields =
  'id name description status orientation viewport { width height } availability { mode timezone isOnNow ' +
  'weekly { day start end } special { startDate endDate start end } } itemCount totalDurationSeconds createdAt updatedAt';
export const playlistFields = 'id name description itemCount totalDurationSeconds createdAt updatedAt';
export const playlistItemFields = 'slotId type position durationSeconds enabled mediaId appInstanceId';
export const mediaFields =
  'id name type status mimeType sizeBytes width height defaultDurationSeconds url thumbnailUrl createdAt updatedAt';
export const organizationFields = 'id name slug createdAt updatedAt';
const slotFields =
  'slotId type durationSeconds mediaId url mimeType width height appInstanceId slug renderingMode';
export const configurationFields =
  'resolvedAt revision screen { id name status orientation viewport { width height } } ' +
  'availability { mode timezone isOnNow weekly { day start end } special { startDate endDate start end } } ' +
  `items { ${slotFields} layout { presentation { mediaFit backgroundColor gapViewportHeightRatio ` +
  'paddingViewportHeightRatio cornerRadiusViewportHeightRatio } panels { panelId x y width height ' +
  `items { ${slotFields} } } } } overlays { ${slotFields} }`;

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
    query: `{ intact: mediaItem(id: "m2") { name } faulty: organization { ${organizationFields} } }`,
  }),
  asked('partnerV1_screens', `screens(first: 5) { nodes { ${screenFields} } }`, 'screens:read'),
  asked('partnerV1_screen', `screen(id: "s1") { ${screenFields} }`, 'screens:read'),
  asked(
    'partnerV1_screenConfiguration',
    `playbackConfiguration(screenId: "s1") { ${configurationFields} }`,
    'playback:read',
  ),
  asked('partnerV1_playlists', `playlists(first: 5) { nodes { ${playlistFields} } }`, 'playlists:read'),
  asked('partnerV1_playlist', `playlist(id: "p1") { ${playlistFields} }`, 'playlists:read'),
  asked(
    'partnerV1_playlistItems',
    `playlist(id: "p1") { items(first: 5) { nodes { ${playlistItemFields} } } }`,
    'playlists:read',
    {
      path: 'faulty.items',
      requests: 3,
    },
  ),
  asked('partnerV1_media', `media(first: 5) { nodes { ${mediaFields} } }`, 'media:read'),
  asked('partnerV1_mediaItem', `mediaItem(id: "m1") { ${mediaFields} }`, 'media:read'),
];

export function askedOf(operation: OperationId): Asked {
  const asked = nineOperations.find((each) => each.operation === operation);
  if (asked === undefined) throw new Error(`No query for ${operation}.`);
  return asked;
}

import type { Json } from '../rig/json.js';
import type { OperationId } from '../rig/route.js';

/** The field tables of the contract, written down once more by hand. Paths are those of the rig's own records. */
type Kind = 'string' | 'number' | 'boolean' | 'object' | 'array';

export interface FieldRow {
  readonly resource: string;
  readonly single: OperationId;
  readonly list: OperationId | undefined;
  /** Below `data`, or below an item of a list. */
  readonly path: string;
  readonly kind: Kind;
}

interface Resource {
  readonly single: OperationId;
  readonly list?: OperationId;
  readonly required: string;
  readonly optional: string;
}

const availability =
  'availability:object availability.mode availability.timezone availability.isOnNow:boolean ' +
  'availability.weekly.0.day availability.weekly.0.start availability.weekly.1.end ' +
  'availability.special.startDate availability.special.endDate availability.special.start availability.special.end';
const viewport = (owner: string) => `${owner}viewport.width:number ${owner}viewport.height:number`;
const slot = (owner: string) => `${owner}slotId ${owner}type ${owner}durationSeconds:number`;
const slotOptions = (owner: string) =>
  ['mediaId', 'url', 'mimeType', 'width:number', 'height:number', 'appInstanceId', 'slug', 'renderingMode']
    .map((name) => owner + name)
    .join(' ');
const layout = 'items.1.layout';
const panel = `${layout}.panels.0`;
const times = 'createdAt updatedAt';

const resources: Readonly<Record<string, Resource>> = {
  Organization: { single: 'partnerV1_organization', required: `id name ${times}`, optional: 'slug' },
  Screen: {
    single: 'partnerV1_screen',
    list: 'partnerV1_screens',
    required: `id name status ${availability} itemCount:number totalDurationSeconds:number ${times} ${viewport('')}`,
    optional: 'description orientation viewport:object availability.weekly:array availability.special:object',
  },
  Playlist: {
    single: 'partnerV1_playlist',
    list: 'partnerV1_playlists',
    required: `id name itemCount:number totalDurationSeconds:number ${times}`,
    optional: 'description',
  },
  Media: {
    single: 'partnerV1_mediaItem',
    list: 'partnerV1_media',
    required: `id name type status ${times}`,
    optional:
      'mimeType sizeBytes:number width:number height:number defaultDurationSeconds:number url thumbnailUrl',
  },
  PlaybackConfiguration: {
    single: 'partnerV1_screenConfiguration',
    required:
      `resolvedAt revision screen:object screen.id screen.name screen.status ${viewport('screen.')} ${availability} ` +
      `items:array overlays:array ${slot('items.0.')} ${slot('overlays.0.')} ` +
      `${layout}.presentation:object ${layout}.panels:array ${layout}.presentation.mediaFit ` +
      `${layout}.presentation.backgroundColor ${layout}.presentation.gapViewportHeightRatio:number ` +
      `${layout}.presentation.paddingViewportHeightRatio:number ` +
      `${layout}.presentation.cornerRadiusViewportHeightRatio:number ` +
      `${panel}.id ${panel}.x:number ${panel}.y:number ${panel}.width:number ${panel}.height:number ` +
      `${panel}.items:array ${slot(`${panel}.items.0.`)}`,
    optional:
      `screen.orientation screen.viewport:object availability.weekly:array availability.special:object ` +
      `${slotOptions('items.0.')} ${layout}:object ${slotOptions('overlays.0.')} ${slotOptions(`${panel}.items.0.`)}`,
  },
};

function rowsOf(pick: 'required' | 'optional'): FieldRow[] {
  return Object.entries(resources).flatMap(([resource, { single, list, ...fields }]) =>
    fields[pick].split(' ').map((text) => {
      const [path = '', kind = 'string'] = text.split(':');
      // The text above names no other kinds.
      return { resource, single, list, path, kind: kind as Kind };
    }),
  );
}

/** Every R field of the contract's tables, the nested ones at one place of each kind. */
export const requiredFields = rowsOf('required');

/** Every O field. */
export const optionalFields = rowsOf('optional');

/** The items of a playlist are in a list only. */
const itemRow = (path: string, kind: Kind = 'string') => ({ path, kind });
export const requiredItemFields = [
  itemRow('slotId'),
  itemRow('type'),
  itemRow('position', 'number'),
  itemRow('durationSeconds', 'number'),
  itemRow('enabled', 'boolean'),
];
export const optionalItemFields = [itemRow('mediaId'), itemRow('appInstanceId')];

/** A value of another type, that can be found again wherever it is repeated. */
export const wrongValue: Readonly<Record<Kind, Json>> = {
  string: 987_654_321,
  number: 'wr0ng',
  boolean: 'wr0ng',
  object: 'wr0ng',
  array: 'wr0ng',
};

/** Every enum field of the contract. */
export const enumFields: readonly { readonly operation: OperationId; readonly path: string }[] = [
  { operation: 'partnerV1_screen', path: 'status' },
  { operation: 'partnerV1_screen', path: 'orientation' },
  { operation: 'partnerV1_screen', path: 'availability.mode' },
  { operation: 'partnerV1_screen', path: 'availability.weekly.1.day' },
  { operation: 'partnerV1_mediaItem', path: 'type' },
  { operation: 'partnerV1_mediaItem', path: 'status' },
  { operation: 'partnerV1_screenConfiguration', path: 'screen.status' },
  { operation: 'partnerV1_screenConfiguration', path: 'availability.mode' },
  { operation: 'partnerV1_screenConfiguration', path: 'availability.weekly.0.day' },
  ...['items.0', 'items.1', 'overlays.0', `${panel}.items.0`].flatMap((owner) =>
    ['type', 'renderingMode'].map((name) => ({
      operation: 'partnerV1_screenConfiguration' as const,
      path: `${owner}.${name}`,
    })),
  ),
  { operation: 'partnerV1_screenConfiguration', path: `${layout}.presentation.mediaFit` },
  { operation: 'partnerV1_screens', path: '1.status' },
  { operation: 'partnerV1_screens', path: '1.orientation' },
  { operation: 'partnerV1_screens', path: '1.availability.weekly.0.day' },
  { operation: 'partnerV1_media', path: '1.type' },
  { operation: 'partnerV1_media', path: '1.status' },
  { operation: 'partnerV1_playlistItems', path: '1.type' },
];

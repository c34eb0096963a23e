import type { z } from 'zod';
import {
  availabilitySchema,
  screenSchema,
  specialWindowSchema,
  viewportSchema,
  weeklyWindowSchema,
} from '../../src/partner/screen.js';
import { mediaSchema } from '../../src/partner/media.js';
import { organizationSchema } from '../../src/partner/organization.js';
import {
  playbackConfigurationSchema,
  playbackItemSchema,
  playbackScreenSchema,
  zonesLayoutSchema,
  zonesPanelSchema,
  zonesPresentationSchema,
} from '../../src/partner/playback.js';
import { playlistItemSchema, playlistSchema } from '../../src/partner/playlist.js';
import { type Field, fieldsOf, type TableName, tableOf } from './contract.js';

export const schemas: Readonly<Record<TableName, z.ZodObject>> = {
  Organization: organizationSchema,
  Screen: screenSchema,
  Viewport: viewportSchema,
  Availability: availabilitySchema,
  WeeklyWindow: weeklyWindowSchema,
  SpecialWindow: specialWindowSchema,
  PlaybackConfiguration: playbackConfigurationSchema,
  PlaybackScreen: playbackScreenSchema,
  PlaybackItem: playbackItemSchema,
  ZonesLayout: zonesLayoutSchema,
  ZonesPresentation: zonesPresentationSchema,
  ZonesPanel: zonesPanelSchema,
  Playlist: playlistSchema,
  PlaylistItem: playlistItemSchema,
  Media: mediaSchema,
};

const samples: Readonly<Record<string, unknown>> = {
  string: ' a text, as it is ',
  number: 12.5,
  count: 7,
  boolean: false,
  'date-time': '2026-11-20T09:30:00.123456+01:00',
  date: '2026-11-20',
  time: '09:30',
  zone: 'Europe/Berlin',
  colour: '#0b1D2A',
  uri: 'https://cdn.test/a%2fb c?x=%zz',
  ratio: 0.125,
  pixels: 1080,
};

/** A value that the contract allows for a field. */
export function sampleOf({ kind }: Pick<Field, 'kind'>): unknown {
  if (kind.startsWith('[')) return [sampleOf({ kind: kind.slice(1, -1) })];
  const table = tableOf(kind);
  if (table !== undefined) return sampleRecord(table);
  return kind.includes('|') ? kind.split('|')[0] : samples[kind];
}

/** A record with every required field, and those optional ones that are named. */
export function sampleRecord(
  table: TableName,
  optional: readonly string[] = [],
): Record<string, unknown> {
  const fields = fieldsOf(table).filter(
    ({ name, isOptional }) => !isOptional || optional.includes(name),
  );
  return Object.fromEntries(
    // A panel holds items, which hold layouts again: the innermost list is empty.
    fields.map((field) => [
      field.name,
      table === 'ZonesPanel' && field.name === 'items' ? [] : sampleOf(field),
    ]),
  );
}

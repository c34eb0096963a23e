import {
  boolean,
  dateTime,
  listOf,
  number,
  oneOf,
  record,
  ref,
  text,
  type Schema,
} from './shape.js';
import { playbackSchemas } from './playback-schemas.js';

const timeOfDay: Schema = {
  type: 'string',
  pattern: '^\\d{2}:\\d{2}$',
  description: 'Time of day, HH:MM.',
};
const date: Schema = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'Date, YYYY-MM-DD.',
};
const size: Schema = { type: 'number', minimum: 1 };
const timestamps = { createdAt: dateTime, updatedAt: dateTime };
const total: Schema = { ...number, description: 'Total enabled content duration, in seconds.' };

/** Every resource in the contract's tables (parts "Resources and their fields" and "Errors"). */
export const schemas: Readonly<Record<string, Schema>> = {
  Organization: record({ id: text, name: text, ...timestamps }),
  Screen: record(
    {
      id: text,
      name: text,
      status: oneOf('online', 'offline', 'unpaired'),
      availability: ref('Availability'),
      itemCount: number,
      totalDurationSeconds: total,
      ...timestamps,
    },
    {
      description: text,
      orientation: oneOf('landscape', 'landscape-flipped', 'portrait', 'portrait-flipped'),
      viewport: ref('Viewport'),
    },
  ),
  Viewport: record({ width: size, height: size }),
  Availability: record(
    {
      mode: {
        ...oneOf('always', 'weekly', 'special'),
        description: 'Configured mode, reported as it is.',
      },
      timezone: { ...text, description: 'Time zone name, Area/City.' },
      isOnNow: { ...boolean, description: 'Effective state when the response was resolved.' },
    },
    { weekly: listOf(ref('WeeklyWindow')), special: ref('SpecialWindow') },
  ),
  WeeklyWindow: record({
    day: oneOf('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'),
    start: timeOfDay,
    end: timeOfDay,
  }),
  SpecialWindow: record({ startDate: date, endDate: date, start: timeOfDay, end: timeOfDay }),
  Pagination: record({ page: number, limit: number, total: number, totalPages: number }),
  ...playbackSchemas,
  Playlist: record(
    { id: text, name: text, itemCount: number, totalDurationSeconds: number, ...timestamps },
    { description: text },
  ),
  PlaylistItem: record(
    {
      slotId: text,
      type: oneOf('media', 'app'),
      position: { ...number, description: 'Position in the ordered list.' },
      durationSeconds: number,
      enabled: boolean,
    },
    { mediaId: text, appInstanceId: text },
  ),
  Media: record(
    {
      id: text,
      name: text,
      type: oneOf('image', 'video'),
      status: oneOf('processing', 'ready', 'failed'),
      ...timestamps,
    },
    {
      mimeType: text,
      sizeBytes: number,
      width: number,
      height: number,
      defaultDurationSeconds: number,
      url: { type: 'string', format: 'uri', description: 'Opaque playback location.' },
      thumbnailUrl: { type: 'string', format: 'uri', description: 'Opaque preview location.' },
    },
  ),
  ErrorEnvelope: record({
    error: record({ code: text, message: text, requestId: text }, { details: { type: 'object' } }),
  }),
};

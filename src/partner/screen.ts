import { z } from 'zod';
import { dateTime, int, localDate, localTime, openEnum, optional, timeZone } from './value.js';
import { defineCollection } from './collection.js';
import { listEndpoint, recordEndpoint } from './endpoint.js';

/** Contract, "WeeklyWindow". */
export const weeklyWindowSchema = z.object({
  day: openEnum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  start: localTime,
  end: localTime,
});

/** Contract, "SpecialWindow". */
export const specialWindowSchema = z.object({
  startDate: localDate,
  endDate: localDate,
  start: localTime,
  end: localTime,
});

/** Contract, "Availability". */
export const availabilitySchema = z.object({
  mode: openEnum(['always', 'weekly', 'special']),
  timezone: timeZone,
  isOnNow: z.boolean(),
  weekly: optional(z.array(weeklyWindowSchema)),
  special: optional(specialWindowSchema),
});

/** Contract, "Viewport". */
export const viewportSchema = z.object({ width: z.number().min(1), height: z.number().min(1) });

/** Contract, "States and transitions". */
export const screenStatus = openEnum(['online', 'offline', 'unpaired']);

/** Contract, "Screen". */
export const screenSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: optional(z.string()),
  status: screenStatus,
  orientation: optional(
    openEnum(['landscape', 'landscape-flipped', 'portrait', 'portrait-flipped']),
  ),
  viewport: optional(viewportSchema),
  availability: availabilitySchema,
  itemCount: int,
  totalDurationSeconds: z.number(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type Screen = z.infer<typeof screenSchema>;

export const screens = defineCollection({
  name: 'screens',
  type: 'Screen',
  get: recordEndpoint(
    'partnerV1_screen',
    '/api/partner/v1/screens/{screenId}',
    'screens:read',
    screenSchema,
  ),
  list: listEndpoint('partnerV1_screens', '/api/partner/v1/screens', 'screens:read', screenSchema),
});

export const { get: getScreen, list: listScreens } = screens;

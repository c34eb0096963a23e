import { z } from 'zod';
import { availabilitySchema } from './availability.js';
import { defineCollection } from './collection.js';
import { listEndpoint, recordEndpoint } from './endpoint.js';
import { dateTime, int, openEnum, optional } from './value.js';

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
  orientation: optional(openEnum(['landscape', 'landscape-flipped', 'portrait', 'portrait-flipped'])),
  viewport: optional(viewportSchema),
  availability: availabilitySchema,
  itemCount: int,
  totalDurationSeconds: z.number(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type Viewport = z.infer<typeof viewportSchema>;
export type Screen = z.infer<typeof screenSchema>;

export const screens = defineCollection({
  name: 'screens',
  type: 'Screen',
  get: recordEndpoint('partnerV1_screen', '/api/partner/v1/screens/{screenId}', 'screens:read', screenSchema),
  idParameter: 'screenId',
  list: listEndpoint('partnerV1_screens', '/api/partner/v1/screens', 'screens:read', screenSchema),
});

export const { get: getScreen, list: listScreens } = screens;

import { z } from 'zod';
import { availabilitySchema, screenStatus, viewportSchema } from './screen.js';
import { recordEndpoint } from './endpoint.js';
import { dateTime, hexColor, opaqueUrl, openEnum, optional, ratio } from './value.js';

/** Contract, "ZonesPresentation". */
export const zonesPresentationSchema = z.object({
  mediaFit: openEnum(['cover', 'contain']),
  backgroundColor: hexColor,
  gapViewportHeightRatio: ratio,
  paddingViewportHeightRatio: ratio,
  cornerRadiusViewportHeightRatio: ratio,
});

/** Contract, "PlaybackItem". Items of zone panels are playback items again. */
export const playbackItemSchema = z.object({
  slotId: z.string(),
  type: openEnum(['image', 'video', 'app']),
  durationSeconds: z.number(),
  mediaId: optional(z.string()),
  url: optional(opaqueUrl),
  mimeType: optional(z.string()),
  width: optional(z.number()),
  height: optional(z.number()),
  appInstanceId: optional(z.string()),
  slug: optional(z.string()),
  renderingMode: optional(openEnum(['standard', 'zones', 'overlay', 'takeover'])),
  get layout() {
    return zonesLayoutSchema.nullish();
  },
});

/** Contract, "ZonesPanel". */
export const zonesPanelSchema = z.object({
  id: z.string(),
  x: ratio,
  y: ratio,
  width: ratio,
  height: ratio,
  get items() {
    return z.array(playbackItemSchema);
  },
});

/** Contract, "ZonesLayout". */
export const zonesLayoutSchema = z.object({
  presentation: zonesPresentationSchema,
  get panels() {
    return z.array(zonesPanelSchema);
  },
});

/** Contract, "PlaybackScreen". Its `orientation` is a plain string. */
export const playbackScreenSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: screenStatus,
  orientation: optional(z.string()),
  viewport: optional(viewportSchema),
});

/** Contract, "PlaybackConfiguration". */
export const playbackConfigurationSchema = z.object({
  resolvedAt: dateTime,
  revision: z.string(),
  screen: playbackScreenSchema,
  availability: availabilitySchema,
  items: z.array(playbackItemSchema),
  overlays: z.array(playbackItemSchema),
});

export type PlaybackItem = z.infer<typeof playbackItemSchema>;
export type ZonesPanel = z.infer<typeof zonesPanelSchema>;
export type PlaybackConfiguration = z.infer<typeof playbackConfigurationSchema>;

export const getScreenConfiguration = recordEndpoint(
  'partnerV1_screenConfiguration',
  '/api/partner/v1/screens/{screenId}/configuration',
  'playback:read',
  playbackConfigurationSchema,
);

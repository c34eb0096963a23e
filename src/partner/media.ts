import { z } from 'zod';
import { defineCollection } from './collection.js';
import { listEndpoint, recordEndpoint } from './endpoint.js';
import { dateTime, opaqueUrl, openEnum, optional } from './value.js';

/** Contract, "Media". */
export const mediaSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: openEnum(['image', 'video']),
  status: openEnum(['processing', 'ready', 'failed']),
  mimeType: optional(z.string()),
  sizeBytes: optional(z.number()),
  width: optional(z.number()),
  height: optional(z.number()),
  defaultDurationSeconds: optional(z.number()),
  url: optional(opaqueUrl),
  thumbnailUrl: optional(opaqueUrl),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export type Media = z.infer<typeof mediaSchema>;

export const media = defineCollection({
  name: 'media',
  type: 'Media',
  get: recordEndpoint(
    'partnerV1_mediaItem',
    '/api/partner/v1/media/{mediaId}',
    'media:read',
    mediaSchema,
  ),
  list: listEndpoint('partnerV1_media', '/api/partner/v1/media', 'media:read', mediaSchema),
});

export const { get: getMedia, list: listMedia } = media;

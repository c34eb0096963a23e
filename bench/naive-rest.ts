import DataLoader from 'dataloader';
import { Pool } from 'undici';
import { z } from 'zod';

/**
 * The REST side of the naive server: a zod schema for each record, and a DataLoader for each kind
 * of id.
 */
const upstream = new Pool(process.env['UPSTREAM'] ?? '', { connections: 64 });

const viewport = z.object({ width: z.number(), height: z.number() });
const availability = z.object({ mode: z.string(), timezone: z.string(), isOnNow: z.boolean() });
const dates = { createdAt: z.string(), updatedAt: z.string() };

const organization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string().optional(),
  ...dates,
});

const screen = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  status: z.enum(['online', 'offline', 'unpaired']),
  orientation: z
    .enum(['landscape', 'landscape-flipped', 'portrait', 'portrait-flipped'])
    .optional(),
  viewport: viewport.optional(),
  availability,
  itemCount: z.number(),
  totalDurationSeconds: z.number(),
  ...dates,
});

const playbackItem = z.object({
  slotId: z.string(),
  type: z.enum(['image', 'video', 'app']),
  durationSeconds: z.number(),
  mediaId: z.string().optional(),
  url: z.string().optional(),
  mimeType: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  renderingMode: z.string().optional(),
});

const configuration = z.object({
  resolvedAt: z.string(),
  revision: z.string(),
  screen: z.object({ id: z.string(), name: z.string(), status: z.string() }),
  availability,
  items: z.array(playbackItem),
  overlays: z.array(playbackItem),
});

const playlist = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  itemCount: z.number(),
  totalDurationSeconds: z.number(),
  ...dates,
});

const playlistItem = z.object({
  slotId: z.string(),
  type: z.enum(['media', 'app']),
  position: z.number(),
  durationSeconds: z.number(),
  enabled: z.boolean(),
  mediaId: z.string().optional(),
});

const media = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['image', 'video']),
  status: z.enum(['processing', 'ready', 'failed']),
  mimeType: z.string().optional(),
  sizeBytes: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  defaultDurationSeconds: z.number().optional(),
  url: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  ...dates,
});

export type Organization = z.infer<typeof organization>;
export type Screen = z.infer<typeof screen>;
export type Configuration = z.infer<typeof configuration>;
export type PlaybackItem = z.infer<typeof playbackItem>;
export type Playlist = z.infer<typeof playlist>;
export type PlaylistItem = z.infer<typeof playlistItem>;
export type Media = z.infer<typeof media>;
export type Rest = ReturnType<typeof createRest>;

/** The reads of one request, with loaders of its own. */
export function createRest(authorization: string) {
  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const target = {
      path: `/api/partner/v1/${path}`,
      method: 'GET',
      headers: { authorization },
    } as const;
    const { statusCode, body } = await upstream.request(target);
    const json = await body.json();
    if (statusCode !== 200) throw new Error(`The Partner API responded with HTTP ${statusCode}.`);
    return z.object({ data: schema }).parse(json).data;
  }
  const byId = <T>(pathOf: (id: string) => string, schema: z.ZodType<T>): DataLoader<string, T> =>
    new DataLoader((ids) =>
      Promise.all(
        ids.map((id) =>
          read(pathOf(id), schema).catch((error: unknown) => new Error(String(error))),
        ),
      ),
    );
  const page = <T>(path: string, schema: z.ZodType<T>) => {
    const many = z.array(schema);
    return (number: number, limit: number): Promise<T[]> =>
      read(`${path}?page=${number}&limit=${limit}`, many);
  };
  return {
    organization: () => read('organization', organization),
    screen: byId((id) => `screens/${id}`, screen),
    configuration: byId((id) => `screens/${id}/configuration`, configuration),
    playlist: byId((id) => `playlists/${id}`, playlist),
    media: byId((id) => `media/${id}`, media),
    screens: page('screens', screen),
    playlists: page('playlists', playlist),
    playlistItems: (id: string, number: number, limit: number) =>
      page(`playlists/${id}/items`, playlistItem)(number, limit),
  };
}

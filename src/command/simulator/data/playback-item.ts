import type { Collection } from './collection.js';
import { createIds, createSlotId, danglingIndex } from './id.js';
import type { Media } from './media.js';
import type { Random } from './random.js';

export interface PlaybackItem {
  readonly slotId: string;
  readonly type: 'image' | 'video' | 'app';
  readonly durationSeconds: number;
  readonly mediaId?: string;
  readonly url?: string;
  readonly mimeType?: string;
  readonly width?: number;
  readonly height?: number;
  readonly appInstanceId?: string;
  readonly slug?: string;
  readonly renderingMode?: 'standard' | 'zones' | 'overlay' | 'takeover';
  readonly layout?: ZonesLayout;
}

export interface ZonesLayout {
  readonly presentation: ZonesPresentation;
  readonly panels: readonly ZonesPanel[];
}

export interface ZonesPresentation {
  readonly mediaFit: 'cover' | 'contain';
  readonly backgroundColor: string;
  readonly gapViewportHeightRatio: number;
  readonly paddingViewportHeightRatio: number;
  readonly cornerRadiusViewportHeightRatio: number;
}

export interface ZonesPanel {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly PlaybackItem[];
}

/** The input for the items of a screen. */
export interface Material {
  readonly organization: number;
  readonly media: Collection<Media>;
  readonly random: Random;
}

const apps = [
  'departures',
  'weather',
  'clock',
  'news-ticker',
  'opening-hours',
  'service-status',
] as const;

/** An item with a file, or an app where no file is ready. */
export function createItem(material: Material): PlaybackItem {
  const media = material.random.chance(0.15) ? undefined : findReady(material);
  return media ? createMediaItem(media, material.random) : createApp(material);
}

/** An app has neither a location nor a size. */
export function createApp({ organization, random }: Material): PlaybackItem {
  const app = random.int(0, 23);
  return {
    slotId: createSlotId(random),
    type: 'app',
    durationSeconds: random.int(10, 45),
    appInstanceId: createIds('app', organization).idAt(app),
    slug: apps[app % apps.length] ?? 'clock',
    ...(random.chance(0.5) && { renderingMode: 'standard' }),
  };
}

/** An item whose file was deleted: only the id remains. */
export function createDangling({ organization, random }: Material): PlaybackItem {
  const mediaId = createIds('med', organization).idAt(danglingIndex(random.int(0, 999)));
  return { slotId: createSlotId(random), type: 'image', durationSeconds: 10, mediaId };
}

function createMediaItem(media: Media, random: Random): PlaybackItem {
  const { type, mimeType, width, height, url, defaultDurationSeconds = 10 } = media;
  return {
    slotId: createSlotId(random),
    type,
    durationSeconds: defaultDurationSeconds,
    mediaId: media.id,
    ...(url !== undefined && { url }),
    ...(mimeType !== undefined && { mimeType }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(random.chance(0.6) && { renderingMode: 'standard' }),
  };
}

/** Only ready media play. Most are ready, so a few attempts find one. */
function findReady({ media, random }: Material): Media | undefined {
  for (let attempt = 0; media.total > 0 && attempt < 8; attempt += 1) {
    const found = media.at(random.int(0, media.total - 1));
    if (found.status === 'ready') return found;
  }
  return undefined;
}

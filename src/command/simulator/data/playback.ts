import { resolveAvailability, type Availability } from './availability.js';
import type { Collection } from './collection.js';
import type { Media } from './media.js';
import { createDangling, createItem, type Material, type PlaybackItem } from './playback-item.js';
import { createRandom, hash } from './random.js';
import type { ContentSummary, StoredScreen, Viewport } from './screen.js';
import { createZones } from './zones.js';

export interface PlaybackConfiguration {
  readonly resolvedAt: string;
  readonly revision: string;
  readonly screen: PlaybackScreen;
  readonly availability: Availability;
  readonly items: readonly PlaybackItem[];
  readonly overlays: readonly PlaybackItem[];
}

export interface PlaybackScreen {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly orientation?: string;
  readonly viewport?: Viewport;
}

/**
 * The configuration of a screen at a moment. Items and overlays are the same at every call and
 * start; only `resolvedAt` and `isOnNow` depend on the clock.
 *
 * @param content of {@link createContent} for this screen
 */
export function resolvePlayback(
  { id, name, status, orientation, viewport, availability }: StoredScreen,
  content: Content,
  now: Date,
): PlaybackConfiguration {
  return {
    resolvedAt: now.toISOString(),
    revision: revisionOf(id, content),
    screen: {
      id,
      name,
      status,
      ...(orientation && { orientation }),
      ...(viewport && { viewport }),
    },
    availability: resolveAvailability(availability, now),
    ...content,
  };
}

/** The part of a configuration that does not depend on the clock. */
export interface Content {
  readonly items: readonly PlaybackItem[];
  readonly overlays: readonly PlaybackItem[];
}

/**
 * Items and overlays of the screen at an index: none on an unpaired one; zones on every third,
 * nested ones on every twelfth, a takeover on every sixth, overlays on every fourth, a deleted file
 * on every thirtieth. So the first screen has all of them.
 */
export function createContent(
  organization: number,
  media: Collection<Media>,
  index: number,
  isPaired: boolean,
): Content {
  if (!isPaired) return { items: [], overlays: [] };
  const material: Material = {
    organization,
    media,
    random: createRandom('playback', organization, index),
  };
  const items = Array.from({ length: material.random.int(3, 12) }, () => createItem(material));
  if (index % 3 === 0) items.push(createZones(material, index % 12 === 0 ? 2 : 1));
  if (index % 6 === 0) items.push({ ...createItem(material), renderingMode: 'takeover' });
  if (index % 30 === 0) items.splice(1, 0, createDangling(material));
  return { items, overlays: createOverlays(material, index) };
}

/** Number and duration of the items; overlays do not count. */
export function summarizeContent({ items }: Content): ContentSummary {
  const hundredths = items.reduce(
    (sum, { durationSeconds }) => sum + Math.round(durationSeconds * 100),
    0,
  );
  return { itemCount: items.length, totalDurationSeconds: hundredths / 100 };
}

/** Opaque. Made from slots, not from locations: those contain the port, which may change. */
function revisionOf(id: string, { items, overlays }: Content): string {
  const slots = [...items, ...overlays].map(({ slotId }) => slotId);
  const digest = hash([id, ...slots].join('/'));
  return `rev_${digest.toString(16).padStart(8, '0')}`;
}

function createOverlays(material: Material, index: number): PlaybackItem[] {
  if (index % 4 !== 0) return [];
  return Array.from({ length: index % 8 === 0 ? 2 : 1 }, () => ({
    ...createItem(material),
    renderingMode: 'overlay' as const,
  }));
}

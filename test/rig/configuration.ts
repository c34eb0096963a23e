import type { JsonObject } from './json.js';
import { availability } from './organization.js';

/** The configuration of a screen: an image, a zones layout with one panel, and an overlay. */
export const configuration = (screenId: string, stamp: string): JsonObject => ({
  resolvedAt: '2026-11-20T09:30:00.123456Z',
  revision: `revision of ${screenId} ${stamp}`,
  screen: {
    id: screenId,
    name: `Screen ${stamp}`,
    status: 'online',
    orientation: 'upside down',
    viewport: { width: 1920, height: 1080 },
  },
  availability,
  items: [
    playbackItem('a', stamp),
    {
      ...playbackItem('b', stamp),
      renderingMode: 'zones',
      layout: zones([playbackItem('c', stamp)]),
    },
  ],
  overlays: [{ ...playbackItem('d', stamp), renderingMode: 'overlay' }],
});

export const playbackItem = (slot: string, stamp: string): JsonObject => ({
  slotId: `${slot} ${stamp}`,
  type: 'image',
  durationSeconds: 8.5,
  mediaId: 'm1',
  url: 'https://cdn.example/play?sig=x%2Fy',
  mimeType: 'image/png',
  width: 640.5,
  height: 480,
  appInstanceId: 'app1',
  slug: 'clock',
  renderingMode: 'standard',
});

export const zones = (items: readonly JsonObject[]): JsonObject => ({
  presentation: {
    mediaFit: 'cover',
    backgroundColor: '#00FFaa',
    gapViewportHeightRatio: 0.015,
    paddingViewportHeightRatio: 0,
    cornerRadiusViewportHeightRatio: 1,
  },
  panels: [{ id: 'panel1', x: 0, y: 0.125, width: 0.5, height: 0.875, items }],
});

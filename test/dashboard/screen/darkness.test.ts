import { describe, expect, it } from 'vitest';
import type { Availability } from '../../../src/dashboard/component/schedule.js';
import { findReasons, type Known } from '../../../src/dashboard/screen/darkness.js';
import { insetOf, panelsShown, ratioOf } from '../../../src/dashboard/screen/geometry.js';
import type { Item, Layout, FileTrouble } from '../../../src/dashboard/screen/playback.js';

/** Sunday, 12:00 in Berlin. */
const now = Date.parse('2026-11-22T11:00Z');

const always: Availability = {
  mode: 'ALWAYS',
  timezone: 'Europe/Berlin',
  isOnNow: true,
  weekly: null,
  special: null,
};
const week = (day: string, isOnNow: boolean): Availability => ({
  ...always,
  mode: 'WEEKLY',
  isOnNow,
  weekly: [{ day, start: '06:00', end: '22:00' }],
});

const item = (trouble?: FileTrouble, layout?: Layout): Item => ({
  key: 'items/0',
  number: 1,
  type: 'IMAGE',
  mode: 'STANDARD',
  name: 'Poster',
  durationSeconds: 10,
  mediaId: 'med_1',
  appInstanceId: null,
  mimeType: null,
  size: { width: null, height: null },
  thumbnail: null,
  picture: null,
  trouble,
  error: undefined,
  layout,
});

const layoutOf = (...items: Item[]): Layout => ({
  presentation: {
    mediaFit: 'COVER',
    backgroundColor: '#000000',
    gapViewportHeightRatio: 0,
    paddingViewportHeightRatio: 0,
    cornerRadiusViewportHeightRatio: 0,
  },
  panels: [{ key: 'panels/0', panelId: 'main', x: 0, y: 0, width: 1, height: 1, items }],
});

const healthy: Known = { status: 'ONLINE', availability: always, items: [item()] };
const reasonsFor = (part: Partial<Known>): string[] =>
  findReasons({ ...healthy, ...part }, now).map(
    ({ tone, title, text }) => `${tone} ${title}: ${text}`,
  );

describe('why a screen is dark', () => {
  it.each<[string[], Partial<Known>]>([
    [[], {}],
    [
      ['bad Offline: The device has no connection. Its schedule says on until 22:00.'],
      { status: 'OFFLINE', availability: week('SUNDAY', true) },
    ],
    [
      ['bad Offline: The device has no connection. Its schedule says off until Mon 06:00.'],
      { status: 'OFFLINE', availability: week('MONDAY', false) },
    ],
    [
      ['bad Offline: The device has no connection.'],
      { status: 'OFFLINE', availability: undefined },
    ],
    [
      ['bad Unpaired: No player is connected to this screen. Its schedule says always on.'],
      { status: 'UNPAIRED', items: [] },
    ],
    [
      ['wait Scheduled off until Mon 06:00: The device is connected; its schedule says off.'],
      { availability: week('MONDAY', false) },
    ],
    [['bad Nothing to play: The configuration has no items.'], { items: [] }],
    [
      [
        'wait 3 of 5 items cannot be shown: 1 media file is gone, 2 media files are still processing.',
      ],
      { items: [item('gone'), item('processing'), item('processing'), item(), item()] },
    ],
    [['bad 1 of 1 item cannot be shown: 1 media file has failed.'], { items: [item('failed')] }],
    [
      ['wait 1 of 2 items inside zones cannot be shown: 1 media file is gone.'],
      { items: [item(undefined, layoutOf(item(), item('gone')))] },
    ],
  ])('says %j', (reasons, part) => {
    expect(reasonsFor(part)).toEqual(reasons);
  });

  it('concludes nothing from what it may not read', () => {
    expect(reasonsFor({ items: undefined, availability: undefined })).toEqual([]);
    expect(reasonsFor({ items: [item('unread')] })).toEqual([]);
    expect(reasonsFor({ status: 'UNRECOGNIZED' })).toEqual([]);
  });
});

describe('the preview', () => {
  it('has the ratio of the viewport, or else of the orientation', () => {
    const viewport = { width: 540, height: 1920 };
    expect(ratioOf({ orientation: 'LANDSCAPE', viewport })).toBe(viewport);
    expect(ratioOf({ orientation: 'portrait-flipped', viewport: null })).toEqual({
      width: 9,
      height: 16,
    });
    expect(ratioOf({ orientation: null, viewport: null })).toEqual({ width: 16, height: 9 });
  });

  it('places panels by their shares, with half of the gap on each inner side', () => {
    const left = { x: 0, y: 0, width: 0.7, height: 0.88 };
    expect(insetOf(left, 0)).toBe('0% 30% 12% 0%');
    expect(insetOf(left, 0.03)).toBe('0% calc(30% + 1.5cqh) calc(12% + 1.5cqh) 0%');
    expect(insetOf({ x: 0.7, y: 0, width: 0.3, height: 1 }, 0.02)).toBe(
      '0% 0% 0% calc(70% + 1cqh)',
    );
  });

  it('names the panels inside the item that a panel shows', () => {
    const layout = layoutOf(
      item(),
      item(undefined, { ...layoutOf(), panels: [{ ...innerPanel }] }),
    );
    expect(panelsShown(layout, new Map()).map(({ title }) => title)).toEqual(['main']);
    const shown = new Map([['panels/0', 1]]);
    expect(panelsShown(layout, shown).map(({ title }) => title)).toEqual(['main', 'main › ticker']);
  });
});

const innerPanel = { key: 'inner', panelId: 'ticker', x: 0, y: 0, width: 1, height: 1, items: [] };

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ReadError } from '../../../src/dashboard/error/read-error.js';
import {
  layOutStrip,
  placeOf,
  type Slot,
  timeByKind,
} from '../../../src/dashboard/playlist/strip.js';

const file = {
  id: 'm1',
  name: 'Spring',
  type: 'IMAGE',
  status: 'READY',
  width: 1,
  height: 1,
  thumbnailUrl: null,
  url: null,
} as const;
const slot = (part: Partial<Slot> = {}): Slot => ({
  slotId: 's',
  type: 'MEDIA',
  position: 1,
  durationSeconds: 10,
  enabled: true,
  mediaId: 'm1',
  appInstanceId: null,
  media: file,
  ...part,
});
const errorOf = (code: string): ReadError => ({ code, message: '', path: [] });

describe('a place of a playlist', () => {
  it.each([
    [slot(), undefined, 'image', 'Spring'],
    [slot({ media: { ...file, type: 'VIDEO' } }), undefined, 'video', 'Spring'],
    [slot({ media: { ...file, type: 'UNRECOGNIZED' } }), undefined, 'unknown', 'Spring'],
    [
      slot({ type: 'APP', mediaId: null, media: null, appInstanceId: 'app_1' }),
      undefined,
      'app',
      'App app_1',
    ],
    [slot({ media: null }), errorOf('NOT_FOUND'), 'gone', 'Media file no longer there'],
    [slot({ media: null }), errorOf('UPSTREAM_TIMEOUT'), 'unread', 'm1'],
    [slot({ media: undefined }), undefined, 'unread', 'm1'],
    [
      slot({ type: 'UNRECOGNIZED', mediaId: null, media: null }),
      undefined,
      'unknown',
      'An item of unknown type',
    ],
    [null, undefined, 'unread', 'An item that could not be read'],
  ])('%#: tells what it plays', (read, error, kind, name) => {
    expect(placeOf(read, 3, error)).toMatchObject({ index: 3, kind, name });
  });
});

describe('the strip of a playlist', () => {
  const places = (...slots: (Slot | null)[]) =>
    slots.map((each, index) => placeOf(each, index, undefined));

  it('gives each enabled item the width of its time, and leaves disabled ones out', () => {
    const strip = layOutStrip(
      places(
        slot({ durationSeconds: 30 }),
        slot({ enabled: false }),
        null,
        slot({ durationSeconds: 10 }),
      ),
      0,
    );
    expect(strip).toMatchObject({ seconds: 40, disabled: 1, restShare: 0 });
    expect(
      strip.segments.map(({ share, startSeconds, place }) => [place.index, startSeconds, share]),
    ).toEqual([
      [0, 0, 0.75],
      [3, 30, 0.25],
    ]);
  });

  it('keeps room for the items that are not read yet', () => {
    const strip = layOutStrip(places(slot(), slot()), 6);
    expect(strip.restShare).toBe(0.75);
    expect(strip.segments.map(({ share }) => share)).toEqual([0.125, 0.125]);
  });

  it('divides the room evenly where no item takes time', () => {
    const strip = layOutStrip(
      places(slot({ durationSeconds: 0 }), slot({ durationSeconds: -5 })),
      0,
    );
    expect(strip.segments.map(({ share }) => share)).toEqual([0.5, 0.5]);
    expect(layOutStrip([], 0)).toEqual({ segments: [], seconds: 0, disabled: 0, restShare: 0 });
  });

  it('fills exactly the whole width, in order and without gaps', () => {
    const slots = fc.array(
      fc
        .record({
          enabled: fc.boolean(),
          durationSeconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
        })
        .map(slot),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(slots, fc.nat(500), (some, unread) => {
        const strip = layOutStrip(places(...some), unread);
        const total = strip.segments.reduce((sum, { share }) => sum + share, 0) + strip.restShare;
        if (strip.segments.length > 0) expect(total).toBeCloseTo(1, 6);
        expect(strip.segments.length + strip.disabled).toBe(some.length);
        let end = 0;
        for (const { startSeconds, seconds } of strip.segments) {
          expect(startSeconds).toBeCloseTo(end, 3);
          end = startSeconds + seconds;
        }
        const times = [...timeByKind(strip).values()].reduce((sum, time) => sum + time, 0);
        expect(times).toBeCloseTo(strip.seconds, 3);
      }),
    );
  });
});

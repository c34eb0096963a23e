import fc from 'fast-check';
import { type Draw, drawFrom } from '../fuzz/draw.js';
import type { Filter, OrderBy } from './find-model.js';
import type { CollectionName, Entry } from './find-world.js';

const names = [
  'Gleis 2',
  'Gleis 10',
  'gleis 2',
  'Äpfel',
  'apfel',
  'Zürich',
  '',
  '😀',
  '\uFFFD',
  'n'.repeat(600),
];
const ids = ['a', 'b', 'Z', '\uFFFD', '😀', 'é', '10', '9'];
const times = [
  '2026-05-17T08:00:00Z',
  '2026-05-17T10:00:00+02:00',
  '2026-05-17T08:00:00.250Z',
  '2026-05-16T23:00:00-05:00',
  '2026-05-18',
];
const statuses = {
  screens: ['online', 'offline', 'unpaired', 'asleep'],
  media: ['processing', 'ready', 'failed', 'new'],
};
const orientations = ['landscape', 'portrait', null, 'diagonal'];
const zones = ['Europe/Berlin', 'UTC'];

export const anyStart: fc.Arbitrary<number> = fc.nat({ max: 0x7fff_ffff });

/** Choices for a whole list, from one number: a generated array of numbers would be too short for its records. */
export function drawLong(start: number): Draw {
  let state = start;
  const numbers = Array.from({ length: 8000 }, () => {
    // A linear congruential generator; its low bits repeat early.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  });
  return drawFrom(numbers);
}

/** A record with few different values, so that filters match and orders have ties. */
export function drawEntry(name: CollectionName, draw: Draw, index: number): Entry {
  // The number keeps ids apart, and the letters mix their order.
  const id = `${draw.from(ids)}${index}`;
  const common = { id, name: draw.from(names), createdAt: draw.from(times), updatedAt: draw.from(times) };
  const counts = { itemCount: draw.below(3), totalDurationSeconds: draw.from([0, 1.5, 60]) };
  const kind = draw.from([
    'visible',
    'visible',
    'visible',
    'visible',
    'visible',
    'hidden',
    'broken',
  ] as const);
  if (name === 'playlists') return { kind, record: { ...common, ...counts } };
  if (name === 'screens') {
    const availability = { mode: 'always', timezone: draw.from(zones), isOnNow: draw.once(2) };
    const status = draw.from(statuses.screens);
    return {
      kind,
      record: { ...common, ...counts, status, orientation: draw.from(orientations), availability },
    };
  }
  const size = draw.from([{ sizeBytes: 5 }, { sizeBytes: 0 }, { sizeBytes: 12.5 }, {}]);
  const type = draw.from(['image', 'video', 'hologram']);
  return {
    kind,
    record: {
      ...common,
      ...size,
      type,
      status: draw.from(statuses.media),
      mimeType: draw.from(['image/png', null]),
    },
  };
}

const some = (draw: Draw, values: readonly string[]): string | readonly string[] =>
  draw.once(5) ? draw.from(values) : Array.from({ length: draw.below(4) }, () => draw.from(values));

/** A filter with some members, as a client may write it; null for none. */
export function drawFilter(name: CollectionName, draw: Draw, entries: readonly Entry[]): Filter | null {
  const known = entries.map(({ record }) => record.id);
  const time = (): string => draw.from(times.slice(0, 4));
  const members: Record<string, () => unknown> = {
    idIn: () => some(draw, ['..', 'none', ...known]),
    nameContains: () => draw.from(['', 'gleis', 'APFEL', 'Gleis 2', 'ü', 'u', '😀', 'x']),
    createdSince: time,
    createdBefore: time,
    updatedSince: time,
    updatedBefore: time,
    ...(name === 'playlists' && { isEmpty: () => draw.once(2) }),
    ...(name === 'screens' && {
      statusIn: () => some(draw, ['ONLINE', 'OFFLINE', 'UNPAIRED', 'UNRECOGNIZED']),
      orientationIn: () => some(draw, ['LANDSCAPE', 'PORTRAIT', 'UNRECOGNIZED']),
      timezoneIn: () => some(draw, [...zones, 'utc']),
      isOnNow: () => draw.once(2),
    }),
    ...(name === 'media' && {
      statusIn: () => some(draw, ['READY', 'FAILED', 'UNRECOGNIZED']),
      typeIn: () => some(draw, ['IMAGE', 'VIDEO', 'UNRECOGNIZED']),
      mimeTypeIn: () => some(draw, ['image/png', 'IMAGE/PNG']),
    }),
  };
  const chosen = Object.keys(members).filter(() => draw.once(4));
  if (chosen.length === 0 && draw.once(2)) return null;
  return Object.fromEntries(chosen.map((member) => [member, draw.once(8) ? null : members[member]?.()]));
}

const orderFields: Readonly<Record<CollectionName, readonly string[]>> = {
  screens: ['NAME', 'STATUS', 'CREATED_AT', 'UPDATED_AT', 'ITEM_COUNT', 'TOTAL_DURATION'],
  playlists: ['NAME', 'CREATED_AT', 'UPDATED_AT', 'ITEM_COUNT', 'TOTAL_DURATION'],
  media: ['NAME', 'STATUS', 'CREATED_AT', 'UPDATED_AT', 'SIZE'],
};

export const drawOrder = (name: CollectionName, draw: Draw): OrderBy => {
  const field = draw.from(orderFields[name]);
  return draw.once(3) ? { field } : { field, direction: draw.from(['ASC', 'DESC']) };
};

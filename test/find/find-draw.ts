import fc from 'fast-check';
import { type Draw, drawFrom } from '../fuzz/draw.js';
import {
  type Filter,
  instants,
  keyModels,
  memberModels,
  type OrderBy,
  zones,
} from './find-model.js';
import type { CollectionName, Entry } from './find-world.js';

const named = [
  'Gleis 2',
  'Gleis 10',
  'gleis 2',
  'Äpfel',
  'apfel',
  'Zürich',
  '',
  '😀',
  '\uFFFD',
  'King’s Cross – Gleis 2',
];
const names = [...named, 'n'.repeat(600)];
const ids = ['a', 'b', 'Z', '\uFFFD', '😀', 'é', '10', '9'];
const descriptions = [
  {},
  { description: null },
  { description: 'Neben Gleis 3' },
  { description: 'Links' },
];
const times = [...instants, '2026-05-18'];
const statuses = {
  screens: ['online', 'offline', 'unpaired', 'asleep'],
  media: ['processing', 'ready', 'failed', 'new'],
};
const orientations = ['landscape', 'portrait', 'portrait-flipped', null, 'diagonal'];

export const anyStart: fc.Arbitrary<number> = fc.nat({ max: 0x7fff_ffff });

/**
 * Choices for a whole list, from one number: a generated array of numbers would be too short for
 * its records.
 */
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
  const common = {
    id,
    name: draw.from(names),
    createdAt: draw.from(times),
    updatedAt: draw.from(times),
  };
  const described = draw.from(descriptions);
  const counts = { itemCount: draw.below(3), totalDurationSeconds: draw.from([0, 1.5, 60]) };
  const kind = draw.below(7) < 5 ? 'visible' : draw.from(['hidden', 'broken'] as const);
  if (name === 'playlists') return { kind, record: { ...common, ...described, ...counts } };
  if (name === 'screens') {
    const availability = { mode: 'always', timezone: draw.from(zones), isOnNow: draw.once(2) };
    const states = { status: draw.from(statuses.screens), orientation: draw.from(orientations) };
    return { kind, record: { ...common, ...described, ...counts, ...states, availability } };
  }
  const size = draw.from([{ sizeBytes: 5 }, { sizeBytes: 0 }, { sizeBytes: 12.5 }, {}]);
  const type = draw.from(['image', 'video', 'hologram']);
  const mimeType = draw.from(['image/png', null]);
  return {
    kind,
    record: { ...common, ...size, type, status: draw.from(statuses.media), mimeType },
  };
}

/** A filter with some members, as a client may write it; null for none. */
export function drawFilter(
  name: CollectionName,
  draw: Draw,
  entries: readonly Entry[],
): Filter | null {
  const members = Object.entries(memberModels[name]);
  const chosen = members.filter(() => draw.once(4));
  if (chosen.length === 0 && draw.once(2)) return null;
  return Object.fromEntries(
    chosen.map(([member, model]) => [member, draw.once(8) ? null : model.draw(draw, entries)]),
  );
}

export const drawOrder = (name: CollectionName, draw: Draw): OrderBy => {
  const field = draw.from(Object.keys(keyModels[name]));
  return draw.once(3) ? { field } : { field, direction: draw.from(['ASC', 'DESC']) };
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSortCursor, encodeSortCursor } from '../../src/find/order.js';
import { screenFinder } from '../../src/find/screen.js';
import { cutWindow, type SortedRequest, sortRecords } from '../../src/find/sorted-list.js';
import { completed } from './steps.js';
import type { Screen } from '../../src/partner/screen.js';

const names = ['Gleis 2', 'Gleis 10', 'gleis 2', 'Äpfel', 'apfel', 'Zürich', '', '😀', '\uFFFD'];
const times = ['2026-05-17T08:00:00Z', '2026-05-17T10:00:00+02:00', '2026-05-16T08:00:00Z', '2026-05-17'];

const anyScreen = fc.record({
  name: fc.constantFrom(...names),
  status: fc.constantFrom(
    'online' as const,
    'offline' as const,
    'unpaired' as const,
    'UNRECOGNIZED' as const,
  ),
  itemCount: fc.integer({ min: 0, max: 3 }),
  totalDurationSeconds: fc.constantFrom(0, 1.5, 60),
  createdAt: fc.constantFrom(...times),
  updatedAt: fc.constantFrom(...times),
});

const anyScreens = fc.array(anyScreen, { maxLength: 30 }).map((screens) =>
  screens.map((screen, index): Screen => ({
    ...screen,
    id: `s${(index * 7) % 31}`,
    availability: { mode: 'always', timezone: 'UTC', isOnNow: true },
  })),
);

const anyOrder = fc.record({
  field: fc.constantFrom(...Object.values(screenFinder.orders)),
  direction: fc.constantFrom('ASC' as const, 'DESC' as const),
});

describe('a sorted list', () => {
  it('is walked whole, each record once and in order, with any sizes, both ways', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(anyScreens, anyOrder, sizes, fc.boolean(), (screens, order, mixed, isBackward) => {
        const sorted = completed(sortRecords(screens, order));
        const direction = isBackward ? 'backward' : 'forward';
        const walked: string[] = [];
        let from: SortedRequest = {
          direction,
          size: 1,
          from: undefined,
        };
        for (let round = 0; ; round += 1) {
          const window = cutWindow(sorted, order, { ...from, size: mixed[round % mixed.length] ?? 1 });
          const ids = window.items.map(({ id }) => id);
          if (isBackward) walked.unshift(...ids);
          else walked.push(...ids);
          const edge = isBackward ? window.items[0] : window.items.at(-1);
          if (edge === undefined) break;
          const goesOn = isBackward ? window.hasPreviousPage : window.hasNextPage;
          expect(goesOn).toBe(walked.length < screens.length);
          const place = decodeSortCursor('screens', order.field.keyType, encodeSortCursor('screens', edge));
          expect(place).toEqual({ key: edge.key, id: edge.id });
          from = { ...from, from: place };
        }
        expect(walked).toEqual(sorted.map(({ id }) => id));
        expect(walked.toSorted()).toEqual(screens.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('reverses values and not ties, and keeps missing values last', () => {
    fc.assert(
      fc.property(anyScreens, anyOrder, (screens, order) => {
        const sorted = completed(sortRecords(screens, order));
        const known = sorted.filter(({ key }) => key !== null);
        expect(sorted.slice(0, known.length)).toEqual(known);
        const sign = order.direction === 'ASC' ? 1 : -1;
        for (const [index, { key, id }] of known.entries()) {
          const next = known[index + 1];
          if (next === undefined) continue;
          if (key === null || next.key === null) continue;
          const compared = sign * order.field.compare(key, next.key);
          expect(compared).toBeLessThanOrEqual(0);
          if (compared === 0) expect(id < next.id).toBe(true);
        }
      }),
    );
  });

  it('orders names as people do, numbers by value', () => {
    const field = screenFinder.orders.NAME;
    const sorted = ['Gleis 10', 'Gleis 2', 'Zürich', 'Äpfel', 'apfel'].toSorted(field.compare);
    expect(sorted).toEqual(['apfel', 'Äpfel', 'Gleis 2', 'Gleis 10', 'Zürich']);
  });

  it('refuses a cursor of another list, and a text that is none', () => {
    const cursor = encodeSortCursor('screens abc', { key: 'a', id: 's1' });
    expect(decodeSortCursor('screens abd', 'string', cursor)).toBeUndefined();
    for (const text of ['', 'x', '!!', Buffer.from('[2,"screens abc","a","s1"] ').toString('base64url')])
      expect(decodeSortCursor('screens abc', 'string', text)).toBeUndefined();
    expect(decodeSortCursor('screens abc', 'string', cursor)).toEqual({ key: 'a', id: 's1' });
    // What is compared for a long time is the key of no record.
    for (const key of ['x'.repeat(513), '\u0301'.repeat(9)])
      expect(decodeSortCursor('list', 'string', encodeSortCursor('list', { key, id: 's1' }))).toBeUndefined();
  });
});

import type { Entry } from './find-world.js';

const statuses = ['online', 'offline', 'unpaired'];

/** Screen `s<number>`, from 1; the facts follow from the number. */
export const numberedScreen = (number: number, kind: Entry['kind'] = 'visible'): Entry => ({
  kind,
  record: {
    id: `s${number}`,
    name: `Screen ${number}`,
    status: statuses[number % 3] ?? '',
    orientation: 'landscape',
    availability: { mode: 'always', timezone: 'UTC', isOnNow: number % 2 === 0 },
    itemCount: number,
    totalDurationSeconds: number / 2,
    createdAt: '2026-05-17T08:00:00Z',
    updatedAt: '2026-05-17T08:00:00Z',
  },
});

/** Screens 1 to `count`, those with the numbers of `broken` against the contract. */
export const listOf = (count: number, broken: readonly number[] = []): Entry[] =>
  Array.from({ length: count }, (_, index) =>
    numberedScreen(index + 1, broken.includes(index + 1) ? 'broken' : 'visible'),
  );

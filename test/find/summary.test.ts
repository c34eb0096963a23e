import { describe, expect, it } from 'vitest';
import { summarizeMedia } from '../../src/find/media.js';
import { countBy, latestOf } from '../../src/find/summary.js';
import type { Media } from '../../src/partner/media.js';

describe('a summary', () => {
  it('counts the values that occur, the most frequent first, then by name, null last', () => {
    const values = ['portrait', null, 'UNRECOGNIZED', 'landscape', 'portrait', 'a-b', null, 'zone'];
    expect(countBy(values, (value) => value)).toEqual([
      { value: 'portrait', count: 2 },
      { value: null, count: 2 },
      { value: 'a-b', count: 1 },
      { value: 'landscape', count: 1 },
      { value: 'UNRECOGNIZED', count: 1 },
      { value: 'zone', count: 1 },
    ]);
  });

  it('reports the latest time as its record writes it, and none where no record has one', () => {
    const times = ['2026-05-17T08:00:00Z', '2026-05-17T10:00:01+02:00', 'never', '2026-05-17'];
    expect(latestOf(times, (time) => time)).toBe('2026-05-17T10:00:01+02:00');
    expect(latestOf(['never'], (time) => time)).toBeNull();
    expect(latestOf([], () => '')).toBeNull();
  });

  it('adds up the sizes that are known, and counts the others', () => {
    const file = (sizeBytes: number | null | undefined): Media => ({
      id: 'm',
      name: 'm',
      type: 'image',
      status: 'ready',
      sizeBytes,
      createdAt: '2026-05-17T08:00:00Z',
      updatedAt: '2026-05-17T08:00:00Z',
    });
    expect(
      summarizeMedia([file(5_000_000_000), file(1), file(null), file(undefined), file(0)]),
    ).toMatchObject({
      count: 5,
      totalSizeBytes: 5_000_000_001,
      sizeUnknown: 2,
      byType: [{ value: 'image', count: 5 }],
    });
  });
});

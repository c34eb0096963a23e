import { describe, expect, it } from 'vitest';
import { countBy, type Figure, latestOf, sumOf } from '../../src/find/summary.js';

function figureOf<T, V>(figure: Figure<T, V>, records: readonly T[]): V {
  let state = figure.start();
  for (const record of records) state = figure.add(state, record);
  return figure.value(state);
}

const status = { description: '', field: 'status', type: 'ScreenStatus', value: '', count: '' };

describe('a summary', () => {
  it('counts the values that occur, the most frequent first, then by name, null last', () => {
    const values = ['portrait', null, 'UNRECOGNIZED', 'landscape', 'portrait', 'a-b', null, 'zone'];
    const counts = countBy((value: string | null) => value, '', status);
    expect(figureOf(counts, values)).toEqual([
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
    const latest = latestOf((text: string) => text, '');
    expect(figureOf(latest, times)).toBe('2026-05-17T10:00:01+02:00');
    expect(figureOf(latest, ['never'])).toBeNull();
    expect(figureOf(latest, [])).toBeNull();
  });
});

it('a sum stays finite, whatever finite numbers it adds up', () => {
  const huge = [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, -Number.MAX_VALUE, -1e300];
  const sum = sumOf((each: number) => each, '');
  for (let length = 0; length <= huge.length; length += 1)
    expect(Number.isFinite(figureOf(sum, huge.slice(0, length)))).toBe(true);
  expect(figureOf(sum, [0.25, 5e9])).toBe(5_000_000_000.25);
});

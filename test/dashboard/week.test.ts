import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekDays, type WeeklyHours } from '../../src/dashboard/component/timetable.js';
import { findUnreadable, placeOf, ticks, toDayBars, toWeek } from '../../src/dashboard/screen/week.js';

const clear = (from: number, to: number) => ({ from, to, isUnclear: false });
const unclear = (from: number, to: number) => ({ from, to, isUnclear: true });

const weekly = (...windows: string[]): WeeklyHours[] =>
  windows.map((text) => {
    const [day = '', start = '', end = ''] = text.split(/[ -]/);
    return { day, start, end };
  });

const barsOf = (...windows: string[]) =>
  toWeek({ mode: 'WEEKLY', weekly: weekly(...windows) }).map(({ bars }) => bars);

describe('the week of a screen', () => {
  it('has a bar for each window, in the row of its day', () => {
    const week = toWeek({ mode: 'WEEKLY', weekly: weekly('TUESDAY 13:15-18:45', 'TUESDAY 07:30-12:00') });
    expect(week.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(week[1]).toEqual({
      day: 1,
      bars: [clear(450, 720), clear(795, 1125)],
      hours: [
        { text: '07:30–12:00', isUnclear: false },
        { text: '13:15–18:45', isUnclear: false },
      ],
    });
    expect(week[2]).toEqual({ day: 2, bars: [], hours: [] });
  });

  it('joins windows that overlap or touch, and knows 24:00', () => {
    expect(barsOf('MONDAY 08:00-12:00', 'MONDAY 11:00-14:00', 'MONDAY 14:00-24:00')[0]).toEqual([
      clear(480, 1440),
    ]);
  });

  it('marks as unclear what depends on an end before the start, over the end of the week too', () => {
    const bars = barsOf('SUNDAY 20:00-02:30', 'SUNDAY 19:00-21:00', 'MONDAY 02:00-03:00');
    expect(bars[6]).toEqual([clear(1140, 1260), unclear(1260, 1440)]);
    expect(bars[0]).toEqual([unclear(0, 120), clear(120, 180)]);
  });

  it('is full where the mode is always, whatever windows are left', () => {
    const week = toWeek({ mode: 'ALWAYS', weekly: weekly('MONDAY 08:00-12:00') });
    expect(week.every(({ bars }) => bars.length === 1 && bars[0]?.to === 1440)).toBe(true);
  });

  it('leaves out windows that cannot be read, and names them', () => {
    const windows = weekly('HOLIDAY 08:00-12:00', 'MONDAY 8-12', 'MONDAY 08:00-09:00');
    expect(toWeek({ mode: 'WEEKLY', weekly: windows })[0]?.bars).toEqual([clear(480, 540)]);
    expect(findUnreadable(windows)).toHaveLength(2);
  });

  it('has the hours of a special period', () => {
    expect(toDayBars({ start: '07:00', end: '22:00' })).toEqual([clear(420, 1320)]);
    expect(toDayBars({ start: '22:00', end: '02:00' })).toEqual([unclear(0, 120), unclear(1320, 1440)]);
    expect(toDayBars({ start: '22:00', end: '00:00' })).toEqual([unclear(1320, 1440)]);
  });

  it('has a line every six hours', () => {
    expect(ticks.map(({ label }) => label)).toEqual(['00:00', '06:00', '12:00', '18:00', '24:00']);
    expect(placeOf(1080)).toBe('75.000%');
  });
});

const time = integer({ min: 0, max: 24 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
const anyWeekly = array(record<WeeklyHours>({ day: constantFrom(...weekDays), start: time, end: time }), {
  maxLength: 12,
});

describe('the bars of any windows', () => {
  it('lie in their day, in order and apart', () => {
    assert(
      property(anyWeekly, (windows) => {
        for (const { bars } of toWeek({ mode: 'WEEKLY', weekly: windows })) {
          const edges = bars.flatMap(({ from, to }) => [from, to]);
          expect(edges).toEqual(edges.toSorted((a, b) => a - b));
          expect(bars.every(({ from, to }) => 0 <= from && from < to && to <= 1440)).toBe(true);
        }
      }),
    );
  });

  it('cover each hour of a plain window, and no other', () => {
    assert(
      property(anyWeekly, (windows) => {
        const plain = windows.filter(({ start, end }) => start < end);
        for (const { day, bars } of toWeek({ mode: 'WEEKLY', weekly: plain })) {
          const own = plain.filter((window) => window.day === weekDays[day]);
          for (let hour = 0; hour < 24; hour += 1) {
            const isOn = own.some(({ start, end }) => parseInt(start) <= hour && hour < parseInt(end));
            expect(bars.some(({ from, to }) => from <= hour * 60 && hour * 60 < to)).toBe(isOn);
          }
        }
      }),
    );
  });
});

import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Availability, describeSchedule } from '../../../src/dashboard/component/schedule.js';
import { weekDays, type WeeklyHours } from '../../../src/dashboard/component/timetable.js';
import { describeLocalTime, readZoneTime } from '../../../src/dashboard/component/zone-time.js';
import {
  findUnreadable,
  placeOf,
  ticks,
  toDayBars,
  toWeek,
} from '../../../src/dashboard/screen/week.js';

const hoursOf = (...windows: string[]): WeeklyHours[] =>
  windows.map((text) => {
    const [day = '', start = '', end = ''] = text.split(/[ -]/);
    return { day, start, end };
  });

const weekly = (isOnNow: boolean, ...windows: string[]): Availability => ({
  mode: 'WEEKLY',
  timezone: 'Europe/Berlin',
  isOnNow,
  weekly: hoursOf(...windows),
  special: null,
});

/** Sunday, 12:00 in Berlin. */
const sundayNoon = Date.parse('2026-11-22T11:00Z');

describe('a schedule in words', () => {
  it.each<[string, Availability]>([
    ['Scheduled on until 22:00', weekly(true, 'SUNDAY 06:00-22:00')],
    ['Scheduled on until 24:00', weekly(true, 'SUNDAY 06:00-24:00')],
    ['Scheduled on until Mon 02:00', weekly(true, 'SUNDAY 06:00-24:00', 'MONDAY 00:00-02:00')],
    ['Scheduled off until 18:30', weekly(false, 'SUNDAY 18:30-20:00')],
    ['Scheduled off until Mon 00:00', weekly(false, 'MONDAY 00:00-02:00')],
    ['Scheduled off until Sat 06:00', weekly(false, 'SATURDAY 06:00-09:00')],
    ['Scheduled off until 29 Nov 06:00', weekly(false, 'SUNDAY 06:00-09:00')],
    ['Scheduled off', weekly(false)],
    [
      'Scheduled on until 17:00',
      weekly(true, 'SUNDAY 06:00-13:00', 'SUNDAY 12:30-15:00', 'SUNDAY 15:00-17:00'),
    ],
    ['Always on', { ...weekly(true), mode: 'ALWAYS' }],
    ['Scheduled off', { ...weekly(false), mode: 'ALWAYS' }],
    ['Scheduled on', weekly(true, ...weekDays.map((day) => `${day} 00:00-24:00`))],
  ])('says "%s"', (words, availability) => {
    expect(describeSchedule(availability, sundayNoon)).toBe(words);
  });

  const contradicted = [
    ['Scheduled off', weekly(false, 'SUNDAY 06:00-22:00')],
    ['Scheduled on', weekly(true, 'MONDAY 06:00-22:00')],
  ] as const;
  const oddOnly = [
    ['Scheduled on', weekly(true, 'SUNDAY 10:00-02:00')],
    ['Scheduled off', weekly(false, 'FRIDAY 20:00-02:00')],
    ['Scheduled off until 15:00', weekly(false, 'SUNDAY 20:00-02:00', 'SUNDAY 15:00-16:00')],
  ] as const;
  const unreadable = [
    ['Scheduled on', weekly(true, 'SUNDAY 06:00-22:00', 'HOLIDAY 06:00-22:00')],
    ['Scheduled on', weekly(true, 'SUNDAY 6-22')],
  ] as const;
  it.each([
    ['the windows contradict isOnNow', contradicted],
    ['it depends on what an end before the start means', oddOnly],
    ['a window cannot be read', unreadable],
  ])('names no time where %s', (_case, schedules) => {
    for (const [words, availability] of schedules)
      expect(describeSchedule(availability, sundayNoon)).toBe(words);
  });
});

describe('a special period in words', () => {
  it.each([
    [
      'on in the hours of each day',
      'Scheduled on until 18:00',
      '2026-01-01 2028-12-31 06:00 18:00',
    ],
    ['off after them', 'Scheduled off until Mon 06:00', '2026-01-01 2028-12-31 06:00 10:00'],
    ['on to its last day', 'Scheduled on until 24 Dec 24:00', '2026-11-01 2026-12-24 00:00 24:00'],
    ['tomorrow', 'Scheduled off until Mon 07:00', '2026-11-23 2027-01-06 07:00 22:00'],
    ['next year', 'Scheduled off until 6 Jan 2027 07:00', '2027-01-06 2027-01-07 07:00 22:00'],
    ['over', 'Scheduled off', '2025-06-01 2026-11-22 07:00 11:00'],
    [
      'ending before it starts, without a time',
      'Scheduled on',
      '2026-11-01 2026-12-24 10:00 02:00',
    ],
    ['unreadable, without a time', 'Scheduled off', '2026-11-01 soon 10:00 12:00'],
  ])('is %s: "%s"', (_case, words, period) => {
    const [startDate = '', endDate = '', start = '', end = ''] = period.split(' ');
    const special = { startDate, endDate, start, end };
    const isOnNow = words.startsWith('Scheduled on');
    expect(describeSchedule({ ...weekly(isOnNow), mode: 'SPECIAL', special }, sundayNoon)).toBe(
      words,
    );
  });
});

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
];
const anyHours = (time: Arbitrary<string>) =>
  array(record<WeeklyHours>({ day: constantFrom(...weekDays), start: time, end: time }), {
    maxLength: 8,
  });
const halfHour = integer({ min: 0, max: 48 }).map(
  (half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);
const wholeHour = integer({ min: 0, max: 24 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
/** Minutes of two years that have both changes of summer time. */
const anyMoment = integer({ min: 0, max: 2 * 365 * 1440 }).map(
  (minute) => Date.parse('2026-01-01T00:00Z') + minute * 60_000,
);

describe('a schedule in any zone at any moment', () => {
  const any = record({
    timezone: constantFrom(...zones),
    weekly: anyHours(halfHour),
    isOnNow: boolean(),
    now: anyMoment,
  });

  it('never computes isOnNow', () => {
    assert(
      property(any, ({ now, ...rest }) => {
        const availability = { ...rest, mode: 'WEEKLY', special: null };
        const [, state] =
          /^Scheduled (on|off)(?: until (?:\w{3} |\d+ \w{3} (?:\d{4} )?)?\d\d:\d\d)?$/.exec(
            describeSchedule(availability, now),
          ) ?? [];
        expect(state).toBe(rest.isOnNow ? 'on' : 'off');
      }),
    );
  });

  it('names the first minute at which a search by minutes finds a change', () => {
    assert(
      property(any, ({ now, timezone, weekly: windows, isOnNow }) => {
        const plain = windows.filter(({ start, end }) => start < end);
        const words = describeSchedule(
          { timezone, isOnNow, weekly: plain, mode: 'WEEKLY', special: null },
          now,
        );
        const local = readZoneTime(timezone, now);
        const found =
          local && isOnNow === isIn(plain, local.day, local.minute)
            ? search(plain, local.day, local.minute)
            : undefined;
        expect(/until .*(\d\d:\d\d)$/.exec(words)?.[1]).toBe(found);
      }),
      { numRuns: 60 },
    );
  });

  it('does not throw for a zone that nobody knows', () => {
    const availability = { ...weekly(true, 'SUNDAY 06:00-22:00'), timezone: 'Mars/Olympus_Mons' };
    expect(describeSchedule(availability, sundayNoon)).toBe('Scheduled on');
    expect(describeLocalTime('', sundayNoon)).toBeUndefined();
  });
});

const isIn = (windows: readonly WeeklyHours[], day: number, minute: number): boolean =>
  windows.some(
    (window) =>
      window.day === weekDays[day] && at(window.start) <= minute && minute < at(window.end),
  );

const at = (text: string): number => 60 * Number(text.slice(0, 2)) + Number(text.slice(3));

/** The oracle: looks at each minute of a week. */
function search(windows: readonly WeeklyHours[], day: number, minute: number): string | undefined {
  const isOn = isIn(windows, day, minute);
  for (let step = 1; step <= 7 * 1440; step += 1) {
    const [nextDay, next] = [
      (day + Math.floor((minute + step) / 1440)) % 7,
      (minute + step) % 1440,
    ];
    if (isIn(windows, nextDay, next) === isOn) continue;
    if (isOn && next === 0) return '24:00';
    return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`;
  }
  return undefined;
}

describe('the local time in words', () => {
  it.each([
    ['Sun 12:00 in Berlin', 'Europe/Berlin', 60],
    ['Sun 12:00 in Berlin, 2\u00a0h behind you', 'Europe/Berlin', 180],
    ['Sun 16:45 in Kathmandu, 4\u00a0h 45\u00a0min ahead of you', 'Asia/Kathmandu', 60],
    ['Sun 08:00 in Buenos Aires, 3\u00a0h behind you', 'America/Argentina/Buenos_Aires', 0],
    ['Sun 11:00 in UTC, 30\u00a0min behind you', 'UTC', 30],
  ])('says "%s"', (words, timezone, ownOffset) => {
    expect(describeLocalTime(timezone, sundayNoon, ownOffset)).toBe(words);
  });

  it.each([
    ['2026-03-29T00:59Z', 1 * 60 + 59],
    ['2026-03-29T01:00Z', 3 * 60],
    ['2026-10-25T00:30Z', 2 * 60 + 30],
    ['2026-10-25T01:30Z', 2 * 60 + 30],
  ])('follows the clock over changes of summer time at %s', (moment, minute) => {
    expect(readZoneTime('Europe/Berlin', Date.parse(moment))?.minute).toBe(minute);
  });
});

const clear = (from: number, to: number) => ({ from, to, isUnclear: false });
const unclear = (from: number, to: number) => ({ from, to, isUnclear: true });

const barsOf = (...windows: string[]) =>
  toWeek({ mode: 'WEEKLY', weekly: hoursOf(...windows) }).map(({ bars }) => bars);

describe('the week of a screen', () => {
  it('has a bar for each window, in the row of its day', () => {
    const week = toWeek({
      mode: 'WEEKLY',
      weekly: hoursOf('TUESDAY 13:15-18:45', 'TUESDAY 07:30-12:00'),
    });
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
    const week = toWeek({ mode: 'ALWAYS', weekly: hoursOf('MONDAY 08:00-12:00') });
    expect(week.every(({ bars }) => bars.length === 1 && bars[0]?.to === 1440)).toBe(true);
  });

  it('leaves out windows that cannot be read, and names them', () => {
    const windows = hoursOf('HOLIDAY 08:00-12:00', 'MONDAY 8-12', 'MONDAY 08:00-09:00');
    expect(toWeek({ mode: 'WEEKLY', weekly: windows })[0]?.bars).toEqual([clear(480, 540)]);
    expect(findUnreadable(windows)).toHaveLength(2);
  });

  it('has the hours of a special period', () => {
    expect(toDayBars({ start: '07:00', end: '22:00' })).toEqual([clear(420, 1320)]);
    expect(toDayBars({ start: '22:00', end: '02:00' })).toEqual([
      unclear(0, 120),
      unclear(1320, 1440),
    ]);
    expect(toDayBars({ start: '22:00', end: '00:00' })).toEqual([unclear(1320, 1440)]);
  });

  it('has a line every six hours', () => {
    expect(ticks.map(({ label }) => label)).toEqual(['00:00', '06:00', '12:00', '18:00', '24:00']);
    expect(placeOf(1080)).toBe('75.000%');
  });
});

describe('the bars of any windows', () => {
  it('lie in their day, in order and apart', () => {
    assert(
      property(anyHours(halfHour), (windows) => {
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
      property(anyHours(wholeHour), (windows) => {
        const plain = windows.filter(({ start, end }) => start < end);
        for (const { day, bars } of toWeek({ mode: 'WEEKLY', weekly: plain })) {
          const own = plain.filter((window) => window.day === weekDays[day]);
          for (let hour = 0; hour < 24; hour += 1) {
            const isOn = own.some(
              ({ start, end }) => parseInt(start) <= hour && hour < parseInt(end),
            );
            expect(bars.some(({ from, to }) => from <= hour * 60 && hour * 60 < to)).toBe(isOn);
          }
        }
      }),
    );
  });
});

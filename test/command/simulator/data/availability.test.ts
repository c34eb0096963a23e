import { describe, expect, it } from 'vitest';
import {
  resolveAvailability,
  type Timetable,
} from '../../../../src/command/simulator/data/availability.js';

function isOn(timetable: Timetable, moment: string): boolean {
  return resolveAvailability(timetable, new Date(moment)).isOnNow;
}

describe('States and transitions: isOnNow follows the clock of the time zone', () => {
  it('always: on, even beside weekly windows that say otherwise', () => {
    const weekly = [{ day: 'monday', start: '08:00', end: '09:00' }];
    expect(
      isOn({ mode: 'always', timezone: 'Europe/Berlin', weekly }, '2026-11-20T00:00:00Z'),
    ).toBe(true);
  });

  // 2026-11-20 is a Friday; Kathmandu is 5:45 ahead of UTC.
  const weekly = [{ day: 'friday', start: '08:00', end: '20:00' }];
  it.each([
    ['Europe/Berlin', '2026-11-20T06:59:59Z', false],
    ['Europe/Berlin', '2026-11-20T07:00:00Z', true],
    ['Europe/Berlin', '2026-11-20T18:59:59Z', true],
    ['Europe/Berlin', '2026-11-20T19:00:00Z', false],
    ['Asia/Kathmandu', '2026-11-20T02:14:00Z', false],
    ['Asia/Kathmandu', '2026-11-20T02:15:00Z', true],
    ['America/Los_Angeles', '2026-11-21T03:00:00Z', true],
    ['Australia/Sydney', '2026-11-20T13:30:00Z', false],
  ])('weekly, friday 08:00 to 20:00 in %s at %s: %s', (timezone, moment, wanted) => {
    expect(isOn({ mode: 'weekly', timezone, weekly }, moment)).toBe(wanted);
  });

  it.each([
    ['2026-11-20T21:30:00Z', true],
    ['2026-11-21T01:29:00Z', true],
    ['2026-11-21T01:30:00Z', false],
    ['2026-11-20T01:00:00Z', false],
  ])('weekly, past midnight, friday 20:00 to 02:30 in Berlin at %s: %s', (moment, wanted) => {
    const night = [{ day: 'friday', start: '20:00', end: '02:30' }];
    expect(isOn({ mode: 'weekly', timezone: 'Europe/Berlin', weekly: night }, moment)).toBe(wanted);
  });

  it.each([
    ['2026-11-22T12:00:00Z', false],
    ['2026-11-23T05:59:00Z', false],
    ['2026-11-23T06:00:00Z', true],
    ['2027-01-06T20:59:00Z', true],
    ['2027-01-06T21:00:00Z', false],
    ['2027-01-07T12:00:00Z', false],
  ])('special, 23 November to 6 January, 07:00 to 22:00 in Berlin at %s: %s', (moment, wanted) => {
    const special = {
      startDate: '2026-11-23',
      endDate: '2027-01-06',
      start: '07:00',
      end: '22:00',
    };
    expect(isOn({ mode: 'special', timezone: 'Europe/Berlin', special }, moment)).toBe(wanted);
  });
});

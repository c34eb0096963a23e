import { describe, expect, it } from 'vitest';
import { edited } from '../rig/response.js';
import { type Json, type JsonObject } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import { expectIntact } from './outcome.js';
import { askMedia, changed } from './value.js';

describe('times', () => {
  it.each([
    '2026-11-20T09:30:00+05:45',
    '2026-11-20T09:30:00.123456789Z',
    '2026-11-20t09:30:00z',
    '2026-02-30T25:61:61Z',
  ])('B25: the timestamp %s is passed on byte for byte', async (value) => {
    const answer = await askMedia('createdAt', JSON.stringify(value));
    expectIntact(answer);
    expect(dataAt(answer, 'media.nodes.1.createdAt')).toBe(value);
  });

  it.each(['"yesterday"', '1763631000'])('B25: %s is no timestamp, and costs its item', async (raw) => {
    const answer = await askMedia('createdAt', raw);
    expect(errorsOf(answer)).toMatchObject([{ path: 'media.nodes.1', code: 'UPSTREAM_INVALID_RESPONSE' }]);
    expect(dataAt(answer, 'media.nodes.0.createdAt')).toBe('2026-01-02T03:04:05Z');
  });

  const windows = 'availability { mode weekly { start end } special { startDate endDate start end } }';

  it.each<[string, Readonly<Record<string, Json>>, JsonObject]>([
    ['24:00', { 'weekly.0.end': '24:00' }, { 'weekly.0.end': '24:00' }],
    [
      'an end day before the start',
      { 'special.startDate': '2026-12-31', 'special.endDate': '2026-01-01' },
      { 'special.startDate': '2026-12-31' },
    ],
    ['weekly mode with no windows', { mode: 'weekly', weekly: [] }, { mode: 'WEEKLY', weekly: [] }],
    ['weekly mode with null', { mode: 'weekly', weekly: null }, { mode: 'WEEKLY', weekly: null }],
    ['a day that is not', { 'special.startDate': '2026-02-30' }, { 'special.startDate': '2026-02-30' }],
  ])('B26: %s is passed on as it is', async (_what, changes, expected) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screen' }, changed(changes, 'data.availability.'));
    const answer = await ask(`{ screen(id: "s1") { ${windows} } }`);
    expectIntact(answer);
    for (const [place, value] of Object.entries(expected))
      expect(dataAt(answer, `screen.availability.${place}`)).toEqual(value);
  });

  it.each(['9:5', '', 905])('B26: a time of %j costs its item', async (value) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation: 'partnerV1_screens' }, edited('data.1.availability.weekly.0.start', value));
    const answer = await ask(`{ screens(first: 3) { nodes { id ${windows} } } }`);
    expect(errorsOf(answer)).toMatchObject([{ path: 'screens.nodes.1', code: 'UPSTREAM_INVALID_RESPONSE' }]);
    expect(dataAt(answer, 'screens.nodes.2.availability.weekly.0.start')).toBe('08:00');
  });
});

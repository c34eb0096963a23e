// First: it adds the types of the schema in their order.
import '../../src/graphql/schema.js';
import { describe, expect, it } from 'vitest';
import {
  type FilterInput,
  maxMatches,
  type OrderInput,
  readCriteria,
} from '../../src/find/finder.js';
import { findableScreens } from '../../src/graphql/types/screen.js';
import { byText, sortRecords } from '../../src/find/order.js';
import { filterInSteps } from '../../src/find/steps.js';
import type { Screen } from '../../src/partner/screen.js';
import { workOf } from '../execution/compiled.js';

const { finder: screenFinder } = findableScreens;

const screen: Screen = {
  id: 's1',
  name: 'Gebäude 7, Eingang',
  status: 'offline',
  orientation: null,
  availability: { mode: 'always', timezone: 'Europe/Zurich', isOnNow: true },
  itemCount: 0,
  totalDurationSeconds: 0,
  createdAt: '2026-05-17T10:00:00+02:00',
  updatedAt: '2026-05-17',
};

const matches = (filter: FilterInput, record = screen): boolean =>
  readCriteria(screenFinder, filter, null).matches(record);

it.each<[FilterInput, boolean]>([
  [{ nameContains: 'gebaude' }, true],
  [{ nameContains: 'GEBÄUDE 7' }, true],
  [{ nameContains: 'Geba\u0308ude' }, true],
  [{ nameContains: 'gebäude.*' }, false],
  [{ createdSince: '2026-05-17T08:00:00Z' }, true],
  [{ createdSince: '2026-05-17T08:00:00.000001Z' }, false],
  [{ createdBefore: '2026-05-17T08:00:00Z' }, false],
  [{ createdBefore: '2026-05-17T08:00:00.000001Z' }, true],
  [{ updatedSince: '0000-01-01T00:00:00Z' }, false],
  [{ updatedBefore: '9999-01-01T00:00:00Z' }, false],
])('a filter %j finds the screen: %s', (filter, expected) => {
  expect(matches(filter)).toBe(expected);
});

it.each(['a', '\u00e9', '\ufdfa', 'e\u0301'])(
  'a name of millions of characters is compared by its first 512: %j',
  (character) => {
    const begun = character.repeat(512).slice(0, 504);
    const long = `${begun} gleis 2 ${character.repeat(4_000_000)} gleis 10`;
    const before = process.cpuUsage();
    const found = ['gleis 2', 'gleis 10'].map((text) =>
      matches({ nameContains: text }, { ...screen, name: long }),
    );
    const { user, system } = process.cpuUsage(before);
    expect(found).toEqual([true, false]);
    // Seconds, where all of it is folded.
    expect((user + system) / 1000).toBeLessThan(100);
  },
);

it.each<[unknown, number]>([
  [{ idIn: ['a', 'b', 'a'] }, 2],
  [{ idIn: 'a' }, 1],
  [{ idIn: ['..', ''] }, 0],
  [{ idIn: [1, {}] }, 2],
  [{ idIn: ['a', 'b', 'c'], statusIn: [] }, 0],
  [{ timezoneIn: [] }, 0],
  [{ idIn: null, statusIn: ['online'], isOnNow: true, nameContains: 'a' }, Infinity],
  [{}, Infinity],
  [null, Infinity],
  ['idIn', Infinity],
])('the number of records that can match %j at all: %s', (filter, expected) => {
  expect(maxMatches(screenFinder, filter)).toBe(expected);
});

describe('the hash of criteria', () => {
  const hash = (filter: FilterInput, order?: OrderInput) =>
    readCriteria(screenFinder, filter, order).hash;

  it.each<[FilterInput, FilterInput]>([
    [{ statusIn: ['online', 'offline'] }, { statusIn: ['offline', 'online', 'offline'] }],
    [{ nameContains: 'GEBÄUDE–7' }, { nameContains: ' 7  gebäude 7' }],
    [{ text: 'Hbf 10' }, { text: ' Hbf 10 ' }],
    [{ createdSince: '2026-05-17T08:00:00Z' }, { createdSince: '2026-05-17T10:00:00.0+02:00' }],
    [{ isOnNow: true, nameContains: null }, { isOnNow: true }],
    [
      { isOnNow: true, idIn: ['a'] },
      { idIn: ['a'], isOnNow: true },
    ],
  ])('is one for %j and %j', (a, b) => {
    expect(hash(a)).toBe(hash(b));
  });
});

/** The turns of the event loop that pass until the work is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const tick = (): void => {
    turns += 1;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  return turns;
}

describe('what is found in 10,000 records', () => {
  const screens = Array.from({ length: 10_000 }, (_, index): Screen => ({
    ...screen,
    id: `s${index}`,
    name: `Screen ${(index * 7919) % 10_000}`,
  }));

  it('is sorted in several turns of the event loop, and others run between them', async () => {
    const work = workOf();
    const order = { field: byText(({ name }: Screen) => name, ''), direction: 'ASC' as const };
    expect(await turnsOf(() => work.inSlices(sortRecords(screens, order)))).toBeGreaterThan(5);
  });

  it('is filtered in as many more turns as there are filters', async () => {
    const work = workOf();
    const filters = Array.from({ length: 10 }, () => filterInSteps(screens, () => true));
    const turns = await turnsOf(() => Promise.all(filters.map((steps) => work.inSlices(steps))));
    expect(turns).toBeGreaterThan(10);
  });

  it('is filtered at once where there are few', async () => {
    const work = workOf();
    expect(
      await turnsOf(() => work.inSlices(filterInSteps(screens.slice(0, 500), () => true))),
    ).toBe(0);
  });
});

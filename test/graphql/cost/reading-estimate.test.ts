import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, seed } from '../../fuzz/seed.js';
import { find, openFind } from '../../find/find-world.js';
import { listOf } from '../../find/numbered-screen.js';

/** Fields that need all of one list. */
const wholeFields: readonly string[] = [
  'screens(filter: { isOnNow: true }) { totalCount }',
  'screens(page: 2, filter: { isOnNow: true }) { nodes { id } }',
  'screens(first: 0, orderBy: { field: NAME }) { nodes { id } }',
  'screens(first: 1, orderBy: { field: ITEM_COUNT, direction: DESC }) { nodes { playbackConfiguration { revision } } }',
];

/** Fields that read something of it, each in its own way. */
const otherFields: readonly string[] = [
  'screens(first: 5) { nodes { id } }',
  'screens(first: 100) { nodes { id } }',
  'screens(first: 150) { nodes { id } }',
  'screens(last: 3) { nodes { id } }',
  'screens { totalCount }',
  'screens(page: 1, first: 100) { nodes { id } }',
  'screens(page: 2, first: 30) { nodes { id } }',
  'screens(first: 2, filter: { statusIn: OFFLINE }) { nodes { id } }',
  'screens(first: 2, filter: { nameContains: "Screen 24" }) { nodes { id } }',
  'screens(last: 2, filter: { statusIn: OFFLINE }) { nodes { id } }',
  'screens(filter: { idIn: [] }) { totalCount }',
  'screens(filter: { idIn: [".."] }) { nodes { id } }',
  'screens(filter: { idIn: ["s1", "s2"] }) { nodes { id } }',
  'screen(id: "s7") { name }',
  'screen(id: "s240") { name }',
  'screen(id: "none") { name }',
  'organization { screens(first: 3, filter: { isOnNow: false }) { nodes { id } } }',
];

const isWhole = (field: string): boolean => wholeFields.includes(field);

describe(`the estimate of operations that find, beside others that list and look up (seed ${seed})`, () => {
  it('holds whatever they read together, with the length of the list unknown and known', async () => {
    const { world, facade } = openFind();
    let runs = 0;
    const someFields = fc.uniqueArray(fc.constantFrom(...wholeFields, ...otherFields), {
      minLength: 1,
      maxLength: 5,
    });
    const lengths = fc.constantFrom(0, 40, 100, 250);
    const property = fc.asyncProperty(someFields, lengths, async (chosen, length) => {
      // A batch of look-ups alone may exceed its estimate by ids that no list shows.
      if (chosen.some((field) => field.startsWith('screen(')) && !chosen.some(isWhole)) return;
      world.lists.screens = listOf(length);
      const credential = `run-${(runs += 1)}`;
      const query = `{ ${chosen.map((field, index) => `a${index}: ${field}`).join(' ')} }`;
      for (let round = 0; round < 2; round += 1) {
        world.requests.length = 0;
        const headers = { 'x-upstream-explain': 'plan' };
        const planned = await find(facade, query, {}, { credential, headers });
        expect(world.requests).toEqual([]);
        const { errors } = await find(facade, query, {}, { credential });
        expect(errors.filter(({ extensions: { code } }) => code !== 'NOT_FOUND')).toEqual([]);
        const sent = world.requests.length;
        const atLeast = planned.upstream?.plan?.reduce((sum, each) => sum + each.atLeast, 0);
        expect(sent).toBeGreaterThanOrEqual(atLeast ?? Infinity);
        expect(sent).toBeLessThanOrEqual(planned.upstream?.estimated ?? -1);
        expect(new Set(world.requests).size).toBe(sent);
        if (!chosen.some(isWhole)) continue;
        const pages = world.requests.filter((path) => path.startsWith('/screens?'));
        const numbered = chosen.includes('screens(page: 2, first: 30) { nodes { id } }') ? 1 : 0;
        expect(pages).toHaveLength(Math.max(1, Math.ceil(length / 100)) + numbered);
      }
    });
    await fc.assert(property, bounded(100));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, editedBy } from '../rig/response.js';
import { isList, isObject, type Json } from '../rig/json.js';
import { dataAt, startRig } from '../rig/rig.js';
import { fieldRows } from './contract.js';
import { askedOf, nineOperations } from './operations.js';
import { drifts, expectIntact } from './outcome.js';

describe('enums that have grown', () => {
  it.each(fieldRows.filter(({ kind }) => kind.includes('|')))(
    'B19: $operation, $path of a value that the contract does not list is UNRECOGNIZED, reported once',
    async ({ operation, path: below, isInList }) => {
      const path = isInList ? `1.${below}` : below;
      const asked = askedOf(operation);
      const { ask, upstream, log } = await startRig();
      upstream.on({ operation }, edited(`data.${path}`, 'brand-new'));
      const place = asked.isList ? `${asked.path}.nodes.${path}` : `${asked.path}.${path}`;
      for (let round = 0; round < 2; round += 1) {
        const answer = await ask(asked.query);
        expectIntact(answer);
        expect(dataAt(answer, place)).toBe('UNRECOGNIZED');
      }
      const field = path.split('.').filter((step) => !/^\d+$/.test(step));
      expect(drifts(log)).toEqual([
        expect.objectContaining({ operation, kind: 'unknown enum value' }) as Record<string, unknown>,
      ]);
      expect(String(drifts(log)[0]?.['field'])).toContain(field.at(-1));
      expect(log.join('')).not.toContain('brand-new');
    },
  );

  it.each(['landscape', 'a brand new way', ''])(
    'B20: the orientation of a playback screen may be %j',
    async (orientation) => {
      const { ask, upstream, log } = await startRig();
      upstream.on(
        { operation: 'partnerV1_screenConfiguration' },
        edited('data.screen.orientation', orientation),
      );
      const answer = await ask('{ playbackConfiguration(screenId: "s1") { screen { orientation } } }');
      expect(dataAt(answer, 'playbackConfiguration.screen.orientation')).toBe(orientation);
      expect(drifts(log)).toEqual([]);
    },
  );
});

/** Adds members to every object of a body, on every level. */
const grown = (body: Json, more: Readonly<Record<string, Json>>): Json => {
  if (isList(body)) return body.map((each) => grown(each, more));
  if (!isObject(body)) return body;
  const members = Object.entries(body).map(([name, value]) => [name, grown(value, more)] as const);
  return { ...more, ...Object.fromEntries(members) };
};

describe('fields that the contract does not know', () => {
  const name = fc.string({ minLength: 1, maxLength: 12 }).map((each) => `zz ${each}`);
  const unknownFields = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3 });

  it.each(nineOperations)('B18: change nothing in the answer of $operation, on no level', async (asked) => {
    const { ask, upstream, log } = await startRig();
    const plain = await ask(asked.query);
    await fc.assert(
      fc.asyncProperty(unknownFields, async (more) => {
        // What fast-check calls JSON is JSON.
        upstream.on(
          { operation: asked.operation },
          editedBy((body) => grown(body, more as Record<string, Json>)),
        );
        expect((await ask(asked.query)).body.data).toEqual(plain.body.data);
      }),
      { numRuns: 15 },
    );
    const reported = drifts(log).map(({ kind, field }) => `${String(kind)} ${String(field)}`);
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported).size).toBe(reported.length);
  });

  it('B18: an upstream that invents fields without end does not fill the log', async () => {
    const { ask, upstream, log } = await startRig();
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`new${index}`, index]));
    upstream.on(
      { operation: 'partnerV1_organization' },
      editedBy((body) => grown(body, many)),
    );
    expectIntact(await ask('{ organization { name } }'));
    expect(drifts(log).length).toBeLessThanOrEqual(1000);
  });
});

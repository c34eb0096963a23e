import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, editedBy } from '../rig/answer.js';
import { isList, isObject, type Json } from '../rig/json.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import type { OperationId } from '../rig/route.js';
import {
  enumFields,
  optionalFields,
  optionalItemFields,
  requiredFields,
  requiredItemFields,
  wrongValue,
} from './contract.js';
import { type Asked, nineOperations } from './operations.js';
import { expectFailure, expectIntact, messageOf } from './outcome.js';

const askedOf = (operation: OperationId): Asked => {
  const asked = nineOperations.find((each) => each.operation === operation);
  if (asked === undefined) throw new Error(`No query for ${operation}.`);
  return asked;
};

const inList = askedOf('partnerV1_playlistItems');
const everyRequired = [
  ...requiredFields.map((row) => ({ ...row, isInList: false, operation: row.single, place: row.path })),
  ...requiredFields.flatMap((row) =>
    row.list === undefined ? [] : [{ ...row, isInList: true, operation: row.list, place: `1.${row.path}` }],
  ),
  ...requiredItemFields.map((row) => ({
    ...row,
    resource: 'PlaylistItem',
    isInList: true,
    operation: inList.operation,
    place: `1.${row.path}`,
  })),
];

describe('required fields', () => {
  it.each(everyRequired)(
    'B17: $operation, $place missing, null or of the wrong type costs that record alone',
    async ({ operation, place, path, kind, isInList }) => {
      const asked = askedOf(operation);
      const { ask, upstream, log } = await startRig();
      for (const value of [undefined, null, wrongValue[kind]]) {
        // A list without its member or item is as good as one of the wrong length.
        upstream.on({ operation }, edited(`data.${place}`, value));
        const before = upstream.count(operation);
        const answer = await ask(asked.query);
        const error = { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 };
        if (isInList) {
          expect(errorsOf(answer)).toMatchObject([{ path: `${asked.path}.nodes.1`, operation, ...error }]);
          const nodes = dataAt(answer, `${asked.path}.nodes`);
          expect(isList(nodes) && nodes.map((node) => node === null).slice(0, 3)).toEqual([
            false,
            true,
            false,
          ]);
          expect(isList(nodes) && nodes.filter((node) => node === null)).toHaveLength(1);
        } else expectFailure(answer, asked, error);
        expect(messageOf(answer)).toContain(path);
        expect(upstream.count(operation) - before).toBe(1);
      }
      expect(log.filter((line) => line.includes(path) && line.includes(operation)).join('')).not.toBe('');
      expect(log.join('')).not.toMatch(/wr0ng|987654321/);
    },
  );

  it.each([undefined, null, 5, 'x', [], {}, true])('B17: a body of data %j is invalid', async (data) => {
    for (const asked of nineOperations) {
      const isEmptyList = asked.isList && isList(data);
      const { ask, upstream } = await startRig();
      upstream.on({ operation: asked.operation }, edited('data', data));
      const answer = await ask(asked.query);
      if (isEmptyList) expectIntact(answer);
      else expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
      expect(upstream.count()).toBe(asked.requests);
    }
  });

  it('B17: where every item of a page is broken, the page still stands', async () => {
    const { ask, upstream } = await startRig();
    upstream.on(
      { operation: 'partnerV1_screens' },
      editedBy((body) => ({ ...(body as object), data: [null, 1, 'x', [], {}] })),
    );
    const answer = await ask(
      '{ screens(first: 5) { totalCount nodes { name } edges { cursor node { name } } } }',
    );
    expect(dataAt(answer, 'screens.totalCount')).toBe(5);
    expect(dataAt(answer, 'screens.nodes')).toEqual([null, null, null, null, null]);
    expect(errorsOf(answer)).toHaveLength(10);
    for (const { code } of errorsOf(answer)) expect(code).toBe('UPSTREAM_INVALID_RESPONSE');
  });
});

const everyOptional = [
  ...optionalFields.map(({ single, path }) => ({ operation: single, place: path })),
  ...optionalFields.flatMap(({ list, path }) =>
    list === undefined ? [] : [{ operation: list, place: `1.${path}` }],
  ),
  ...optionalItemFields.map(({ path }) => ({ operation: inList.operation, place: `1.${path}` })),
];

describe('optional fields', () => {
  it.each(everyOptional)(
    'B21: $operation, $place null or absent is null, and no error',
    async ({ operation, place }) => {
      const asked = askedOf(operation);
      const { ask, upstream } = await startRig();
      const path = asked.isList ? `${asked.path}.nodes.${place}` : `${asked.path}.${place}`;
      expect(dataAt(await ask(asked.query), path)).not.toBeNull();
      for (const value of [null, undefined]) {
        upstream.on({ operation }, edited(`data.${place}`, value));
        const answer = await ask(asked.query);
        expectIntact(answer);
        expect(dataAt(answer, path)).toBeNull();
      }
    },
  );
});

const drifts = (log: readonly string[]): Record<string, unknown>[] =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ kind }) => kind !== undefined);

describe('enums that have grown', () => {
  it.each(enumFields)(
    'B19: $operation, $path of a value that the contract does not list is UNRECOGNIZED, told once',
    async ({ operation, path }) => {
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

  it.each([['constructor'], ['__proto__'], ['toString'], [''], ['ONLINE'], ['UNRECOGNIZED']])(
    'B19: a status of %j is as unknown as any other',
    async (value) => {
      const { ask, upstream } = await startRig();
      upstream.on({ operation: 'partnerV1_screen' }, edited('data.status', value));
      const answer = await ask('{ screen(id: "s1") { status } }');
      expect(answer.body).toMatchObject({ data: { screen: { status: 'UNRECOGNIZED' } } });
    },
  );

  it.each(['landscape', 'a brand new way', '', '90°', 'landscape-flipped'])(
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
    const told = drifts(log).map(({ kind, field }) => `${String(kind)} ${String(field)}`);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told).size).toBe(told.length);
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

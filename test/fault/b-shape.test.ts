import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isList, isObject, type Json, put } from '../rig/json.js';
import { edited, editedBy, text } from '../rig/response.js';
import { dataAt, errorsOf, startRig } from '../rig/rig.js';
import type { OperationId } from '../rig/route.js';
import { fieldRows, unplaced, wrongValueOf } from './contract.js';
import { askedOf, nineOperations } from './operations.js';
import {
  drifts,
  expectErrors,
  expectFailure,
  expectIntact,
  messageOf,
  startFaulty,
} from './outcome.js';

const rows = fieldRows.map((row) => ({ ...row, place: row.isInList ? `1.${row.path}` : row.path }));

describe('the records of the rig', () => {
  it('have every field of the contract', () => {
    expect(unplaced, 'add to test/rig/organization.ts or test/rig/configuration.ts').toEqual([]);
  });
});

describe('required fields', () => {
  it.each(rows.filter(({ isOptional }) => !isOptional))(
    'B17: $operation, $place missing, null or of the wrong type costs that record alone',
    async ({ operation, place, path, isInList, ...field }) => {
      const asked = askedOf(operation);
      const { ask, upstream, log } = await startRig();
      for (const value of [undefined, null, wrongValueOf(field)]) {
        // A list without its member or item is as good as one of the wrong length.
        upstream.on({ operation }, edited(`data.${place}`, value));
        const before = upstream.count(operation);
        const answer = await ask(asked.query);
        const error = { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 };
        if (isInList) {
          expectErrors(answer, { path: `${asked.path}.nodes.1`, operation, ...error });
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
      expect(
        log.filter((line) => line.includes(path) && line.includes(operation)).join(''),
      ).not.toBe('');
      expect(log.join('')).not.toMatch(/wr0ng|987654321/);
    },
  );

  it.each([undefined, null, 5, 'x', [], {}, true])(
    'B17: a body of data %j is invalid',
    async (data) => {
      for (const asked of nineOperations) {
        const isEmptyList = asked.isList && isList(data);
        const { ask, upstream } = await startFaulty(
          { operation: asked.operation },
          edited('data', data),
        );
        const answer = await ask(asked.query);
        if (isEmptyList) expectIntact(answer);
        else expectFailure(answer, asked, { code: 'UPSTREAM_INVALID_RESPONSE', status: 200 });
        expect(upstream.count()).toBe(asked.requests);
      }
    },
  );

  it('B17: a page whose every item is broken is still a page', async () => {
    const { ask } = await startFaulty(
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

describe('optional fields', () => {
  it.each(rows.filter(({ isOptional }) => isOptional))(
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

describe('enums that have grown', () => {
  it.each(fieldRows.filter(({ kind }) => kind.includes('|')))(
    'B19: $operation, $path of a value that the contract does not list is UNRECOGNIZED, reported once',
    async ({ operation, path: below, isInList }) => {
      const path = isInList ? `1.${below}` : below;
      const asked = askedOf(operation);
      const { ask, log } = await startFaulty({ operation }, edited(`data.${path}`, 'brand-new'));
      const place = asked.isList ? `${asked.path}.nodes.${path}` : `${asked.path}.${path}`;
      for (let round = 0; round < 2; round += 1) {
        const answer = await ask(asked.query);
        expectIntact(answer);
        expect(dataAt(answer, place)).toBe('UNRECOGNIZED');
      }
      const field = path.split('.').filter((step) => !/^\d+$/.test(step));
      expect(drifts(log)).toEqual([
        expect.objectContaining({ operation, kind: 'unknown enum value' }) as Record<
          string,
          unknown
        >,
      ]);
      expect(String(drifts(log)[0]?.['field'])).toContain(field.at(-1));
      expect(log.join('')).not.toContain('brand-new');
    },
  );

  it.each(['landscape', 'a brand new way', ''])(
    'B20: a playback screen’s orientation may be %j',
    async (orientation) => {
      const { ask, log } = await startFaulty(
        { operation: 'partnerV1_screenConfiguration' },
        edited('data.screen.orientation', orientation),
      );
      const answer = await ask(
        '{ playbackConfiguration(screenId: "s1") { screen { orientation } } }',
      );
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
  const unknownFields = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), {
    minKeys: 1,
    maxKeys: 3,
  });

  it.each(nineOperations)(
    'B18: change nothing in the answer of $operation, on no level',
    async (asked) => {
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
    },
  );

  it('B18: an upstream that invents fields without end does not fill the log', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`new${index}`, index]),
    );
    const { ask, log } = await startFaulty(
      { operation: 'partnerV1_organization' },
      editedBy((body) => grown(body, many)),
    );
    expectIntact(await ask('{ organization { name } }'));
    expect(drifts(log).length).toBeLessThanOrEqual(1000);
  });
});

const layout = (below: string): string =>
  `playbackConfiguration(screenId: "s1") { items { layout { ${below} } } }`;
const screenHours = (below: string): string => `screen(id: "s1") { availability { ${below} } }`;
const counts = [0, -1, 2 ** 31 - 1];
const addresses = [
  'https://cdn.example/a b?x=%2f%2F&y=%zz',
  'https://cdn.example/ünï/漢字?q=𝄞\u0000\ud800',
  'HTTPS://CDN.EXAMPLE:443/../a/./b//c',
  's3://bucket/key',
  'not an address',
  '//cdn.example',
  '',
  ` \t${'x'.repeat(8192)} `,
  'javascript:alert(1)',
  'https://user:pw@cdn.example/',
];

/** `test/partner/value.test.ts` has more values of each kind; here they pass through GraphQL. */
const odd: readonly (readonly [
  row: string,
  field: string,
  operation: OperationId,
  place: string,
  values: readonly Json[],
])[] = [
  [
    'B23',
    'mediaItem(id: "m1") { sizeBytes }',
    'partnerV1_mediaItem',
    'sizeBytes',
    [5e9, 2 ** 53, 1e300],
  ],
  ['B23', 'screen(id: "s1") { itemCount }', 'partnerV1_screen', 'itemCount', counts],
  ['B23', 'playlist(id: "p1") { itemCount }', 'partnerV1_playlist', 'itemCount', counts],
  [
    'B24',
    'screen(id: "s1") { totalDurationSeconds }',
    'partnerV1_screen',
    'totalDurationSeconds',
    [0.1],
  ],
  ['B24', 'screen(id: "s1") { viewport { width } }', 'partnerV1_screen', 'viewport.width', [3e9]],
  [
    'B24',
    'mediaItem(id: "m1") { height }',
    'partnerV1_mediaItem',
    'height',
    [0.333_333_333_333_333_3],
  ],
  [
    'B24',
    layout('panels { x }'),
    'partnerV1_screenConfiguration',
    'items.1.layout.panels.0.x',
    [0.1],
  ],
  [
    'B24',
    layout('presentation { gapViewportHeightRatio }'),
    'partnerV1_screenConfiguration',
    'items.1.layout.presentation.gapViewportHeightRatio',
    [5e-324],
  ],
  [
    'B25',
    'mediaItem(id: "m1") { createdAt }',
    'partnerV1_mediaItem',
    'createdAt',
    [
      '2026-11-20T09:30:00+05:45',
      '2026-11-20T09:30:00.123456789Z',
      '2026-11-20t09:30:00z',
      '2026-02-30T25:61:61Z',
    ],
  ],
  [
    'B26',
    screenHours('weekly { end }'),
    'partnerV1_screen',
    'availability.weekly.0.end',
    ['24:00'],
  ],
  ['B26', screenHours('weekly { end }'), 'partnerV1_screen', 'availability.weekly', [[], null]],
  // It begins after its end.
  [
    'B26',
    screenHours('special { startDate }'),
    'partnerV1_screen',
    'availability.special.startDate',
    ['2026-12-31', '2026-02-30'],
  ],
  ['B28', 'mediaItem(id: "m1") { url }', 'partnerV1_mediaItem', 'url', addresses],
  ['B28', 'mediaItem(id: "m1") { thumbnailUrl }', 'partnerV1_mediaItem', 'thumbnailUrl', addresses],
  [
    'B28',
    'playbackConfiguration(screenId: "s1") { items { url } }',
    'partnerV1_screenConfiguration',
    'items.0.url',
    addresses,
  ],
];

describe('values of the contract', () => {
  it.each(odd)(
    '%s: %s is as the upstream sends it, however odd',
    async (_row, field, operation, place, values) => {
      const { ask, upstream } = await startRig();
      for (const value of values) {
        upstream.on({ operation }, edited(`data.${place}`, value));
        const answer = await ask(`{ it: ${field} }`);
        expectIntact(answer);
        expect(dataAt(answer, `it.${place}`)).toEqual(value);
      }
    },
  );

  it.each(['1e400', '-1e400'])('B23: %s, which no number holds, costs its item', async (number) => {
    const operation = 'partnerV1_media';
    const { ask } = await startFaulty({ operation }, (exchange) => {
      const body = JSON.stringify(put(exchange.truth().body, 'data.1.sizeBytes', '(number)'));
      return text(body.replace('"(number)"', number))(exchange);
    });
    const answer = await ask('{ media(first: 3) { nodes { sizeBytes } } }');
    const error = { code: 'UPSTREAM_INVALID_RESPONSE', operation, status: 200 };
    expectErrors(answer, { path: 'media.nodes.1', ...error });
    expect(messageOf(answer)).toContain('sizeBytes');
    expect(messageOf(answer)).not.toMatch(/Int|Float|represent/);
    expect(dataAt(answer, 'media.nodes.2.sizeBytes')).toEqual(expect.any(Number));
  });
});
